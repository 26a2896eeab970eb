import { REJECTIONS, type RejectionReason } from '../normalise/rejection.ts';
import type { Language } from './formats.ts';

interface RejectionText {
  readonly title: string;
  readonly remedy: string;
}

/** Why a line belongs to no order, and what to do about it. */
export const REJECTION_TEXTS: Readonly<Record<Language, Readonly<Record<RejectionReason, RejectionText>>>> = {
  en: REJECTIONS,
  pt: {
    not_json: {
      title: 'A linha não é JSON',
      remedy:
        'Escreva um objeto JSON por linha; uma linha cortada por disco cheio ou queda do programa precisa ser escrita de novo.',
    },
    not_utf8: { title: 'A linha não é texto UTF-8', remedy: 'Escreva o log em UTF-8.' },
    line_too_long: {
      title: 'A linha é maior que a configuração ingest.maxLineBytes',
      remedy: 'Aumente ingest.maxLineBytes ou descubra o que escreve linhas assim.',
    },
    too_deep: {
      title: 'A linha tem mais de 64 níveis aninhados',
      remedy: 'Registre a mensagem como foi enviada.',
    },
    bad_row: {
      title: 'As células de uma linha CSV não correspondem ao cabeçalho',
      remedy:
        'Exporte de novo; uma célula com separador, aspas ou quebra de linha precisa estar entre aspas.',
    },
    digits_lost: {
      title: 'A planilha perdeu dígitos de um identificador: ela guarda 15 dígitos de um número',
      remedy: 'Exporte a coluna como texto, ou exporte em CSV de onde a planilha foi feita.',
    },
    unknown_kind: {
      title:
        'Nem um registro de cobrança (request ou response) nem uma notificação (body ou merchantId no primeiro nível)',
      remedy:
        'Registre {"request":…,"response":…} para cobranças e {"body":…} para notificações, ou informe o tipo com --kind.',
    },
    no_order_no: {
      title: 'Não há orderNo legível',
      remedy: 'Registre o corpo como foi enviado; orderNo é o que liga um registro ao seu pedido.',
    },
    no_merchant_id: {
      title: 'Não há identificador de lojista legível',
      remedy:
        'Registre merchant.merchantId ou o cabeçalho X-PARTNER-ID de uma requisição, e merchantId de uma notificação.',
    },
    no_statement_key: {
      title: 'Linha de extrato que não diz de qual pedido nem de qual repasse é',
      remedy:
        'Mapeie para order_no, trade_no ou payout_id a coluna com o número do pedido, da transação ou do repasse.',
    },
    no_statement_time: {
      title: 'Linha de extrato sem horário nem data legível',
      remedy:
        'Mapeie uma coluna para completed_at ou settled_on (de um banco, booked_on) e diga em times da tabela como é escrita.',
    },
    no_time: {
      title: 'Não há nenhum horário legível',
      remedy: 'Registre sentAt ou receivedAt como yyyy-MM-ddTHH:mm:ss com a diferença para UTC ou Z.',
    },
  },
  ar: {
    not_json: {
      title: 'السطر ليس بصيغة JSON',
      remedy:
        'اكتب كائن JSON واحدًا في كل سطر؛ والسطر المقطوع بسبب امتلاء القرص أو توقف البرنامج يجب أن يُكتب من جديد.',
    },
    not_utf8: { title: 'السطر ليس نصًا بترميز UTF-8', remedy: 'اكتب السجل بترميز UTF-8.' },
    line_too_long: {
      title: 'السطر أطول من الإعداد ingest.maxLineBytes',
      remedy: 'ارفع ingest.maxLineBytes، أو ابحث عما يكتب مثل هذه الأسطر.',
    },
    too_deep: { title: 'في السطر أكثر من 64 مستوى متداخلًا', remedy: 'سجّل الرسالة كما أُرسلت.' },
    bad_row: {
      title: 'خلايا صف CSV لا تطابق ترويسته',
      remedy:
        'صدّره من جديد؛ والخلية التي فيها فاصل أو علامة اقتباس أو سطر جديد يجب أن تكون بين علامتي اقتباس.',
    },
    digits_lost: {
      title: 'فقد المصنف أرقامًا من معرّف: فهو يحفظ 15 رقمًا من كل عدد',
      remedy: 'صدّر العمود نصًا، أو صدّر ملف CSV من حيث أُنشئ المصنف.',
    },
    unknown_kind: {
      title: 'ليس سجل دفع (request أو response) ولا إشعارًا (body أو merchantId في المستوى الأول)',
      remedy:
        'سجّل {"request":…,"response":…} لعمليات الدفع و{"body":…} للإشعارات، أو حدّد النوع بالخيار ‎--kind.',
    },
    no_order_no: {
      title: 'لا يوجد orderNo مقروء',
      remedy: 'سجّل محتوى الرسالة كما أُرسل؛ فالحقل orderNo هو ما يربط السجل بطلبه.',
    },
    no_merchant_id: {
      title: 'لا يوجد معرّف تاجر مقروء',
      remedy: 'سجّل merchant.merchantId أو الترويسة X-PARTNER-ID للطلب المرسل، وmerchantId للإشعار.',
    },
    no_statement_key: {
      title: 'سطر كشف لا يُعرف منه الطلب ولا التسوية',
      remedy: 'اربط عمود رقم الطلب أو رقم المعاملة أو رقم التسوية بالحقل order_no أو trade_no أو payout_id.',
    },
    no_statement_time: {
      title: 'سطر كشف بلا وقت أو تاريخ مقروء',
      remedy: 'اربط عمودًا بالحقل completed_at أو settled_on (وللبنك booked_on)، وحدد في times كيف يُكتب.',
    },
    no_time: {
      title: 'لا يوجد أي وقت مقروء',
      remedy: 'سجّل sentAt أو receivedAt بالصيغة yyyy-MM-ddTHH:mm:ss مع الفرق عن التوقيت العالمي أو Z.',
    },
  },
};
