/** How the tables beside this file are read: the setting `map` of stores with statements. */
export const MAPS = {
  portal: {
    kind: 'statement',
    decimal: ',',
    times: 'dd/MM/yyyy HH:mm:ss',
    zone: 'America/Sao_Paulo',
    columns: {
      Lançamento: 'row_id',
      Pedido: 'order_no',
      'ID transação': 'trade_no',
      Tipo: 'type',
      Valor: 'gross',
      Tarifa: 'fee',
      Líquido: 'net',
      Situação: 'status',
      Data: 'completed_at',
      Liquidação: 'settled_on',
      Repasse: 'payout_id',
    },
    values: { currency: 'BRL', merchant_id: 'M001' },
    words: {
      type: { Venda: 'payment', Estorno: 'refund', Mensalidade: 'fee', Repasse: 'payout' },
      status: { Pago: 'paid', Falhou: 'failed' },
    },
  },
  fawry: {
    kind: 'statement',
    unit: 'minor',
    columns: {
      id: 'row_id',
      order: 'order_no',
      trade: 'trade_no',
      piastres: 'gross',
      fee: 'fee',
      paid_at: 'completed_at',
    },
    values: { currency: 'EGP', payment_method: 'FAWRY' },
  },
  bank: {
    kind: 'bank',
    decimal: ',',
    times: 'dd/MM/yyyy HH:mm:ss',
    columns: { Id: 'row_id', Data: 'booked_on', Valor: 'amount', Histórico: 'reference' },
    values: { currency: 'BRL' },
  },
} as const;
