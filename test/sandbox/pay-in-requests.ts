/** The body of a pay-in request; a member that is undefined is left out. */
export interface OrderBody {
  readonly [name: string]: unknown;
  readonly orderNo: string;
}

export const MERCHANT = 'M001';
const SHOP = { merchantId: MERCHANT, merchantName: 'Loja São João' };

/** BRL 200.00 by PIX. */
export function brazilOrder(changes: Readonly<Record<string, unknown>> = {}): OrderBody {
  return {
    orderNo: 'BR0001',
    purpose: 'Pedido 4711',
    merchant: SHOP,
    money: { currency: 'BRL', amount: 20_000 },
    payer: { pixAccount: '12345678909' },
    paymentMethod: 'PIX',
    ...changes,
  };
}

/** EGP 150.50 by a Fawry reference. */
export function egyptOrder(changes: Readonly<Record<string, unknown>> = {}): OrderBody {
  return {
    orderNo: 'EG0001',
    purpose: 'طلب 4711',
    merchant: SHOP,
    money: { currency: 'EGP', amount: 150.5 },
    paymentMethod: 'FAWRY',
    ...changes,
  };
}

/** The headers that the interface demands, with the offset of the body's region. */
export function headersOf(body: object): Record<string, string> {
  const { money, merchant } = body as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  const partner = merchant?.['merchantId'];
  const isEgypt = money?.['currency'] !== undefined && money['currency'] !== 'BRL';
  return {
    'Content-Type': 'application/json',
    'X-TIMESTAMP': isEgypt ? '2026-11-19T15:05:00+02:00' : '2026-11-19T10:05:00-03:00',
    'X-SIGNATURE': 'unsigned',
    'X-PARTNER-ID': typeof partner === 'string' && partner !== '' ? partner : MERCHANT,
  };
}
