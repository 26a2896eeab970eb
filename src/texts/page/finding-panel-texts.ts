import type { Language } from '../formats.ts';

/** One finding of an order: what it says, and what happened to it. */
interface FindingPanelTexts {
  readonly events: Readonly<
    Record<'opened' | 'changed' | 'closed by evidence' | 'expired with its order', string>
  >;
  /** How a finding ended that nobody has closed. */
  readonly states: Readonly<Record<'closed_by_evidence' | 'expired' | 'purged', string>>;
  readonly labels: Readonly<
    Record<'expected' | 'actual' | 'when' | 'meaning' | 'remedy' | 'state' | 'assignee' | 'note', string>
  >;
  readonly history: string;
  readonly event: string;
}

export const FINDING_PANEL_TEXTS: Readonly<Record<Language, FindingPanelTexts>> = {
  en: {
    events: {
      opened: 'Found',
      changed: 'Values changed',
      'closed by evidence': 'Closed by new records',
      'expired with its order': 'Ended with its order',
    },
    states: {
      closed_by_evidence: 'closed by new records',
      expired: 'ended with its order',
      purged: 'details removed',
    },
    labels: {
      expected: 'Expected',
      actual: 'Actual',
      when: 'Condition',
      meaning: 'Meaning',
      remedy: 'What to do',
      state: 'State',
      assignee: 'Assigned to',
      note: 'Last note',
    },
    history: 'What happened so far',
    event: 'Event',
  },
  pt: {
    events: {
      opened: 'Encontrada',
      changed: 'Valores alterados',
      'closed by evidence': 'Encerrada por novos registros',
      'expired with its order': 'Encerrada com o pedido',
    },
    states: {
      closed_by_evidence: 'encerrada por novos registros',
      expired: 'encerrada com o pedido',
      purged: 'detalhes removidos',
    },
    labels: {
      expected: 'Esperado',
      actual: 'Encontrado',
      when: 'Condição',
      meaning: 'Significado',
      remedy: 'O que fazer',
      state: 'Estado',
      assignee: 'Responsável',
      note: 'Última anotação',
    },
    history: 'O que aconteceu até agora',
    event: 'Evento',
  },
  ar: {
    events: {
      opened: 'اكتُشفت',
      changed: 'تغيّرت القيم',
      'closed by evidence': 'أغلقتها سجلات جديدة',
      'expired with its order': 'انتهت مع طلبها',
    },
    states: {
      closed_by_evidence: 'أغلقتها سجلات جديدة',
      expired: 'انتهت مع طلبها',
      purged: 'حُذفت تفاصيلها',
    },
    labels: {
      expected: 'المتوقع',
      actual: 'الفعلي',
      when: 'الشرط',
      meaning: 'المعنى',
      remedy: 'المطلوب عمله',
      state: 'الوضع',
      assignee: 'مُسندة إلى',
      note: 'آخر تعليق',
    },
    history: 'ما حدث حتى الآن',
    event: 'الحدث',
  },
};
