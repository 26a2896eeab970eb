import type { Language } from './formats.ts';

/** A short name of every finding, by its code, for headings. */
export const FINDING_NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  AMOUNT_MISMATCH: {
    en: 'Paid amount is not the requested one',
    pt: 'Valor pago difere do solicitado',
    ar: 'المبلغ المدفوع يخالف المبلغ المطلوب',
  },
  CURRENCY_MISMATCH: { en: 'Paid in another currency', pt: 'Pago em outra moeda', ar: 'الدفع بعملة أخرى' },
  AMOUNT_UNREADABLE: { en: 'Amount unreadable', pt: 'Valor ilegível', ar: 'مبلغ غير مقروء' },
  MULTIPLE_PAYMENTS: { en: 'Paid more than once', pt: 'Pago mais de uma vez', ar: 'الدفع أكثر من مرة' },
  CONFLICTING_CALLBACKS: {
    en: 'Notifications contradict each other',
    pt: 'Notificações contraditórias',
    ar: 'إشعارات متضاربة',
  },
  DUPLICATE_ORDER: {
    en: 'Order number used for different orders',
    pt: 'Número de pedido usado em pedidos diferentes',
    ar: 'رقم طلب مستخدم لطلبات مختلفة',
  },
  PAID_AFTER_REJECTION: {
    en: 'Paid although it was rejected',
    pt: 'Pago apesar de recusado',
    ar: 'الدفع رغم رفض الطلب',
  },
  KEY_MISMATCH: {
    en: 'Notification under another order or merchant',
    pt: 'Notificação com outro pedido ou lojista',
    ar: 'إشعار برقم طلب أو تاجر مختلف',
  },
  PAYMENT_REVERSED: { en: 'Payment reversed', pt: 'Pagamento estornado', ar: 'إلغاء دفعة بعد إتمامها' },
  UNVERIFIED_CALLBACK: {
    en: 'Notification with a wrong signature',
    pt: 'Notificação com assinatura inválida',
    ar: 'إشعار توقيعه غير صحيح',
  },
  ORPHAN_CALLBACK: { en: 'Notification without an order', pt: 'Notificação sem pedido', ar: 'إشعار بلا طلب' },
  STUCK_PROCESSING: { en: 'Stuck without a result', pt: 'Parado sem resultado', ar: 'طلب عالق بلا نتيجة' },
  NO_RESPONSE: {
    en: 'Request without a response',
    pt: 'Requisição sem resposta',
    ar: 'لا رد على الطلب المرسل',
  },
  TRADE_NO_MISMATCH: {
    en: 'Another trade number',
    pt: 'Número da transação divergente',
    ar: 'رقم المعاملة مختلف',
  },
  METHOD_MISMATCH: {
    en: 'Another payment method',
    pt: 'Método de pagamento divergente',
    ar: 'طريقة الدفع مختلفة',
  },
  SUB_MERCHANT_MISMATCH: {
    en: 'Another sub-merchant',
    pt: 'Sublojista divergente',
    ar: 'التاجر الفرعي مختلف',
  },
  RESPONSE_MISMATCH: {
    en: 'Response does not repeat the request',
    pt: 'Resposta difere da requisição',
    ar: 'الرد يخالف الطلب المرسل',
  },
  UNSUPPORTED_VARIANT: {
    en: "Currency or method is not the region's",
    pt: 'Moeda ou método de pagamento não é da região',
    ar: 'العملة أو طريقة الدفع لا تخص المنطقة',
  },
  UNKNOWN_STATUS: { en: 'Unknown status', pt: 'Status desconhecido', ar: 'حالة غير معروفة' },
  STATUS_REGRESSED: {
    en: 'Status went back after the payment',
    pt: 'Status retrocedeu após o pagamento',
    ar: 'تراجُع الحالة بعد الدفع',
  },
  TIME_IMPLAUSIBLE: { en: 'Implausible time', pt: 'Horário implausível', ar: 'وقت غير معقول' },
  OFFSET_DISAGREES: {
    en: 'Time offsets disagree',
    pt: 'Fusos horários divergentes',
    ar: 'تعارض فروق التوقيت',
  },
  TIME_AMBIGUOUS: { en: 'Ambiguous local time', pt: 'Horário local ambíguo', ar: 'وقت محلي ملتبس' },
  TIME_UNREADABLE: { en: 'Time unreadable', pt: 'Horário ilegível', ar: 'وقت غير مقروء' },
  PAID_AFTER_EXPIRY: {
    en: 'Paid after it had expired',
    pt: 'Pago após a expiração',
    ar: 'الدفع بعد انتهاء الصلاحية',
  },
  LATE_CALLBACK: { en: 'Late notification', pt: 'Notificação tardia', ar: 'إشعار متأخر' },
  ACK_NOT_SUCCESS: {
    en: 'Notification not acknowledged as it should be',
    pt: 'Notificação sem a confirmação esperada',
    ar: 'إشعار لم يُؤكَّد استلامه كما يجب',
  },
  CONTRACT_VIOLATION: {
    en: 'Record breaks a rule of the interface',
    pt: 'Registro viola uma regra da interface',
    ar: 'سجل يخالف قواعد الواجهة',
  },
  PAID_IN_STATEMENT_ONLY: {
    en: 'Paid in the statement only',
    pt: 'Pago só no extrato',
    ar: 'مدفوع في كشف الحساب فقط',
  },
  NOT_IN_STATEMENT: { en: 'Not in the statement', pt: 'Não consta no extrato', ar: 'غير وارد في كشف الحساب' },
  STATEMENT_AMOUNT_MISMATCH: {
    en: 'Other amount in the statement',
    pt: 'Outro valor no extrato',
    ar: 'مبلغ مختلف في كشف الحساب',
  },
  STATEMENT_STATUS_MISMATCH: {
    en: 'Failed or reversed in the statement',
    pt: 'Com falha ou estornado no extrato',
    ar: 'فاشل أو ملغى في كشف الحساب',
  },
  STATEMENT_DUPLICATE: {
    en: 'Stated more than once',
    pt: 'Consta mais de uma vez no extrato',
    ar: 'مكرر في كشف الحساب',
  },
  FEE_MISMATCH: { en: 'Fee differs', pt: 'Tarifa diferente', ar: 'رسوم مختلفة' },
  NET_MISMATCH: {
    en: 'Net amount does not add up',
    pt: 'Valor líquido não confere',
    ar: 'المبلغ الصافي غير متطابق',
  },
  REFUND_EXCEEDS_PAYMENT: {
    en: 'Refunded more than was paid',
    pt: 'Devolvido mais do que foi pago',
    ar: 'المسترد أكثر من المدفوع',
  },
};
