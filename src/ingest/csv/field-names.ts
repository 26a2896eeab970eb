import type { LoggedKind } from '../../normalise/record.ts';

/** A value that a table may hold: where it is in each kind of record, and what tables call it. */
export interface KnownField {
  /** As messages call it. */
  readonly meaning: string;
  /** Paths that a column can lead to, the most likely first; none where this kind of record has no such value. */
  readonly paths: Readonly<Record<LoggedKind, readonly string[]>>;
  /** Whether an order needs it from this kind of record. */
  readonly needed: readonly LoggedKind[];
  /** In small letters, without accents and separators; English and Portuguese. */
  readonly names: readonly string[];
}

const BOTH: readonly LoggedKind[] = ['pay-in', 'callback'];

/**
 * The more likely meaning of a name first: `data` of a callback is more often when it was paid than when it was
 * received.
 */
export const KNOWN_FIELDS: readonly KnownField[] = [
  {
    meaning: 'the order number',
    paths: { 'pay-in': ['request.body.orderNo'], callback: ['orderNo'] },
    needed: BOTH,
    names:
      words(`orderno ordernumber orderid order merchantorderno numeropedido nropedido numpedido numerodopedido
      npedido pedido idpedido pedidoid codigopedido codpedido numeroordem ordem`),
  },
  {
    meaning: 'the merchant identifier',
    paths: { 'pay-in': ['request.body.merchant.merchantId'], callback: ['merchantId'] },
    needed: BOTH,
    names:
      words(`merchantid merchant partnerid storeid loja lojaid idloja codigoloja codloja lojista idlojista
      estabelecimento idestabelecimento codigoestabelecimento comerciante idcomerciante`),
  },
  {
    meaning: 'the sub-merchant identifier',
    paths: { 'pay-in': ['request.body.merchant.subMerchantId'], callback: ['subMerchantId'] },
    needed: [],
    names: words('submerchantid submerchant subloja sublojista filial idfilial'),
  },
  {
    meaning: "the service's number",
    paths: { 'pay-in': ['response.body.tradeNo'], callback: ['tradeNo'] },
    needed: [],
    names:
      words(`tradeno tradeid transactionid transactionno txid endtoendid idtransacao transacaoid transacao
      numerotransacao codigotransacao codtransacao nsu`),
  },
  {
    meaning: 'the status',
    paths: { 'pay-in': ['response.body.status'], callback: ['status'] },
    needed: ['callback'],
    names: words('status state paymentstatus situacao estado statuspagamento statuspedido situacaopagamento'),
  },
  {
    meaning: 'the amount',
    paths: { 'pay-in': ['request.body.money.amount'], callback: ['money.amount'] },
    needed: BOTH,
    names:
      words(`amount value total amountcents amountminor valor valorpedido valortotal valorcentavos valoremcentavos
      valorpago valortransacao valordopedido montante quantia`),
  },
  {
    meaning: 'the currency',
    paths: { 'pay-in': ['request.body.money.currency'], callback: ['money.currency'] },
    needed: BOTH,
    names: words('currency currencycode moeda codigomoeda codmoeda'),
  },
  {
    meaning: 'the payment method',
    paths: { 'pay-in': ['request.body.paymentMethod'], callback: ['paymentMethod'] },
    needed: [],
    names: words('paymentmethod method metodo metodopagamento formapagamento formadepagamento meiopagamento'),
  },
  {
    meaning: 'the time',
    paths: { 'pay-in': ['sentAt'], callback: ['transactionTime', 'receivedAt'] },
    needed: BOTH,
    names: words('time date datetime timestamp data datahora hora horario quando'),
  },
  {
    meaning: 'when it was sent',
    paths: { 'pay-in': ['sentAt'], callback: [] },
    needed: [],
    names:
      words(`sentat createdat createdon creationdate orderdate requestedat criadoem datacriacao datadecriacao
      datapedido datadopedido enviadoem dataenvio solicitadoem`),
  },
  {
    meaning: 'when it was paid',
    paths: { 'pay-in': [], callback: ['transactionTime'] },
    needed: [],
    names:
      words(`transactiontime paidat completedat paymentdate pagoem datapagamento datadepagamento datatransacao
      datahorapagamento concluidoem`),
  },
  {
    meaning: 'when it was received',
    paths: { 'pay-in': [], callback: ['receivedAt'] },
    needed: [],
    names: words('receivedat notifiedat recebidoem datarecebimento datahorarecebimento notificadoem'),
  },
];

/** What files of one kind are called, in small letters. */
export const FILE_WORDS: Readonly<Record<LoggedKind, RegExp>> = {
  'pay-in': /pedido|order|pay-?_?in|cobranca|request|solicita/,
  callback: /callback|webhook|notific|retorno|pagamento|payment/,
};

/** A name in the form of these lists: `Número do Pedido` is `numerodopedido`. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
