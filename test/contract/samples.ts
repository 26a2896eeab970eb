import type { Variant } from '../../src/contract/violation.ts';

/** A message that breaks no rule, with its headers. */
export interface Sample {
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

export type Message = 'request' | 'response' | 'callback';

const merchant = {
  merchantId: 'M0001234',
  merchantName: 'Loja São João',
  subMerchantId: 'S01',
  subMerchantName: 'Filial',
};

/** A fresh message of the interface that breaks no rule of the variant. */
export function sample(message: Message, variant: Variant): Sample {
  return structuredClone({ request, response, callback }[message](variant));
}

function headers(offset: string): Record<string, unknown> {
  return {
    'Content-Type': 'application/json',
    'X-TIMESTAMP': `2026-11-19T10:05:00${offset}`,
    'X-SIGNATURE': 7,
  };
}

function region(variant: Variant) {
  return variant === 'egypt'
    ? {
        money: { currency: 'EGP', amount: 150.5 },
        paymentMethod: 'FAWRY',
        offset: '+02:00',
        payer: egyptPayer,
      }
    : {
        money: { currency: 'BRL', amount: 20000 },
        paymentMethod: 'PIX',
        offset: '-03:00',
        payer: brazilPayer,
      };
}

const brazilPayer = { pixAccount: '12345678901' };
const egyptPayer = {
  name: 'Mona Ali',
  idType: 'NID',
  idNumber: '29001011234567',
  phone: '01001234567',
  email: 'm@x.eg',
};

function request(variant: Variant): Sample {
  const { money, paymentMethod, offset, payer } = region(variant);
  return {
    headers: { ...headers(offset), 'X-PARTNER-ID': 'M0001234' },
    body: {
      orderNo: 'A000000001',
      purpose: 'Pedido 1',
      merchant,
      money,
      payer,
      paymentMethod,
      expiryPeriod: 3600,
      redirectUrl: 'https://shop.example/return',
      callbackUrl: 'https://shop.example/callback',
    },
  };
}

function response(variant: Variant): Sample {
  const { money, paymentMethod, offset } = region(variant);
  return {
    headers: headers(offset),
    body: {
      code: '00',
      message: 'Success',
      orderNo: 'A000000001',
      tradeNo: 'T01',
      merchant: { ...merchant, accountNo: '900' },
      money,
      transactionTime: `2026-11-19T10:05:01${offset}`,
      channel: {
        paymentMethod,
        paymentUrl: 'https://pay.example/c/1',
        qrString: '',
        additionalInfo: {},
        vaNumber: '77',
      },
      status: 'PROCESSING',
    },
  };
}

function callback(variant: Variant): Sample {
  const { money, paymentMethod, offset } = region(variant);
  return {
    headers: headers(offset),
    body: {
      orderNo: 'A000000001',
      tradeNo: 'T01',
      merchantId: 'M0001234',
      merchantName: 'Loja',
      subMerchantId: '',
      subMerchantName: '',
      paymentMethod,
      transactionTime: `2026-11-19T10:06:00${offset}`,
      status: 'SUCCESS',
      money,
      payer: { name: 'Mona Ali', phone: '01001234567', email: 'm@x.eg' },
    },
  };
}
