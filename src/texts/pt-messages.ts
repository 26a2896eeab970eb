import { formatsOf } from './formats.ts';
import type { MessageTexts, WatchWords } from './message-texts.ts';
import { type Phrase, say } from './phrase.ts';

const { count, plural } = formatsOf('pt');

/** From a million on, Portuguese puts `de` before the counted noun. */
function counted(number: number, one: string, other: string): Phrase {
  const form = plural(number);
  return say`${count(number)} ${[form === 'one' ? one : form === 'many' ? `de ${other}` : other]}`;
}

const orders = (number: number) => counted(number, 'pedido', 'pedidos');
const findings = (number: number) => counted(number, 'ocorrência', 'ocorrências');
const isOne = (number: number) => plural(number) === 'one';

function part({ observed, of }: WatchWords, one: string, other: string): Phrase {
  return of === null ? counted(observed, one, other) : say`${count(observed)} de ${counted(of, one, other)}`;
}

function about({ expected }: WatchWords): Phrase {
  return say`o esperado era cerca de ${count(expected)}`;
}

/** Before the hours 0 and 1 the article is singular: à 01:05, às 14:05. */
const isSingular = (time: string) => /^0[01]:/.test(time);

function atTime(time: string): Phrase {
  return say`${[isSingular(time) ? 'à' : 'às']} ${time}`;
}

function atWhen(when: string): Phrase {
  return /^\d\d:/.test(when) ? atTime(when) : say`em ${when}`;
}

/** A time of day has an article; a date has none. */
function sinceWhen(since: string): Phrase {
  const article = isSingular(since) ? 'a ' : /^\d\d:/.test(since) ? 'as ' : '';
  return say`desde ${[article]}${since}`;
}

/** Texts of messages in Brazilian Portuguese. */
export const ptMessages: MessageTexts = {
  rightToLeft: false,
  between: { listed: ', ', pairs: '; ', label: ': ' },
  severities: { critical: 'crítica', high: 'alta', medium: 'média', low: 'baixa' },
  outcomes: {
    MATCHED: 'conciliados',
    MISMATCH: 'divergentes',
    ORPHAN: 'sem pedido',
    REVERSED: 'estornados',
    FAILED: 'com falha',
    REJECTED: 'recusados',
    EXPIRED: 'expirados',
    STUCK: 'parados',
    PENDING: 'pendentes',
  },
  noRegion: 'sem região',
  allRegions: 'todas as regiões',
  moment: (date, time, zone) => say`${date}, ${time} (${zone})`,
  dayAndTime: (date, time) => `${date}, ${isSingular(time) ? 'à' : 'às'} ${time}`,
  links: { version: 'Arquivos desta versão', reports: 'Relatórios' },
  findings: {
    subject: (severity, number, regions) =>
      say`Novas ocorrências (gravidade ${[severity]}): ${findings(number)}, ${regions}`,
    intro: (asOf) => say`Novas ocorrências, posição em ${asOf}:`,
    group: (name, severity, { orders: number, region, date }) =>
      say`${[name]} (gravidade ${[severity]}), ${region}, ${date}: ${orders(number)}`,
    requested: (sums) => say`valor solicitado: ${sums}`,
    differences: (sums) => say`diferença no valor pago: ${sums}`,
    examples: (examples) => say`por exemplo: ${examples}`,
    more: (groups) => say`E mais ${counted(groups, 'linha', 'linhas')}; os relatórios trazem tudo.`,
  },
  recovered: {
    subject: (number, regions) =>
      say`${[isOne(number) ? 'Regularizada' : 'Regularizadas']}: ${findings(number)}, ${regions}`,
    intro: (asOf) => say`Ocorrências já informadas que se regularizaram, posição em ${asOf}:`,
    paid: ({ orders: number, region, date }) =>
      say`${counted(number, 'pedido parado', 'pedidos parados')} de ${date} (${region}) ${[
        isOne(number) ? 'acabou sendo pago' : 'acabaram sendo pagos',
      ]}`,
    well: (name, { orders: number, region, date }) =>
      say`${[name]}, ${region}, ${date}: ${orders(number)} ${[isOne(number) ? 'regularizado' : 'regularizados']}`,
  },
  night: {
    subject: (region, date, number) => say`${region}, ${date}: conciliação de ${orders(number)}`,
    provisionalSubject: (region, date, number) =>
      say`${region}, ${date}: conciliação provisória de ${orders(number)}`,
    asOf: (asOf) => say`Posição em ${asOf}.`,
    isNew: (version) => say`A versão ${version} foi publicada.`,
    isUnchanged: (version) => say`Nada mudou: a versão ${version} continua valendo.`,
    isNone: 'Não há versão desta data.',
    provisionalUntil: (until) => say`Provisório: há registros somente até ${until}.`,
    provisional: 'Provisório: não se sabe até quando há registros.',
    gap: (kind, { from, to, expected, orders: number, money }) =>
      say`Provisório: sem registros de ${[{ callbacks: 'notificações', statements: 'extratos', 'pay-ins': 'pedidos' }[kind]]} de ${from} a ${to}; eram esperados cerca de ${expected}, e aguardam por eles: ${orders(number)}${money === undefined ? [] : say` (${money})`}.`,
    nothing: 'Não há pedidos nesta data.',
    requestedOn: (date) =>
      say`Pedidos solicitados em ${date} (data do pedido) e o que deles foi pago na moeda do pedido:`,
    paidOn: (date) =>
      say`Pagamentos feitos em ${date} (data do pagamento), na moeda paga, qualquer que seja a data do pedido:`,
    nothingPaidOn: (date) => say`Não houve pagamentos em ${date} (data do pagamento).`,
    noFindings: 'Nenhuma ocorrência.',
    columns: {
      currency: 'Moeda',
      method: 'Método',
      outcome: 'Situação',
      orders: 'Pedidos',
      requested: 'Solicitado',
      paid: 'Pago',
      refunded: 'Estornado',
      unreadable: 'Ilegíveis',
      finding: 'Ocorrência',
      severity: 'Gravidade',
      example: 'Exemplo',
    },
    stuckBefore: (number) =>
      say`${orders(number)} de datas anteriores ${[isOne(number) ? 'continua parado' : 'continuam parados']}.`,
    expired: (number, sums) =>
      say`${orders(number)} ${[isOne(number) ? 'expirou' : 'expiraram']} sem pagamento desde a última mensagem da noite${sums === undefined ? [] : say`, valor solicitado: ${sums}`}.`,
    restated: 'Datas com nova versão desde a última mensagem da noite:',
    restatedDate: (date, region, version) => say`${date}, ${region}: versão ${version}`,
    notAttached: (reports) =>
      say`Não anexados, por serem grandes demais ou não terem sido encontrados: ${reports}.`,
  },
  jobs: {
    failedSubject: ({ job, region }, code) => say`A tarefa ${job} (${region}) está falhando: ${code}`,
    failed: ({ job, region, failures }, dueAt) =>
      say`A tarefa ${job} (${region}), prevista para ${dueAt}, falhou ${counted(failures, 'vez', 'vezes')}.`,
    wellSubject: ({ job, region }) => say`A tarefa ${job} (${region}) voltou a funcionar`,
    well: ({ job, region, failures }, dueAt) =>
      say`A tarefa ${job} (${region}), prevista para ${dueAt}, foi concluída após ${counted(failures, 'falha', 'falhas')}.`,
    labels: {
      date: 'Data',
      fault: 'Erro',
      where: 'Onde',
      found: 'Encontrado',
      expected: 'Esperado',
      remedy: 'O que fazer',
      retryAt: 'Nova tentativa em',
    },
  },
  watch: {
    merchant: (id) => say`lojista ${id}`,
    everything: 'Todos os pagamentos',
    raised: {
      silent: (words) =>
        say`${words.who}: sem pagamentos ${sinceWhen(words.since)}; ${about(words)}, ${
          words.observed === 0
            ? ['nenhum chegou']
            : say`${count(words.observed)} ${[isOne(words.observed) ? 'chegou' : 'chegaram']}`
        }`,
      paid_share: (words) =>
        say`${words.who}: ${part(words, 'pedido pago', 'pedidos pagos')} ${sinceWhen(words.since)}; ${about(words)}`,
      stuck: (words) =>
        say`${words.who}: ${part(words, 'pedido parado', 'pedidos parados')} ${sinceWhen(words.since)}; ${about(words)}`,
      late_share: (words) =>
        say`${words.who}: ${part(words, 'notificação', 'notificações')} com atraso ${sinceWhen(words.since)}; ${about(words)}`,
      mismatches: (words) =>
        say`${words.who}: ${part(words, 'pedido divergente', 'pedidos divergentes')} ${sinceWhen(words.since)}; ${about(words)}`,
    },
    ended: {
      silent: ({ who, since, at, resumedAt }) =>
        resumedAt === undefined
          ? say`${who}: o alerta de silêncio ${sinceWhen(since)} terminou ${atTime(at)}`
          : say`${who}: pagamentos voltaram a chegar após silêncio ${sinceWhen(since)}; o primeiro desde então chegou ${atWhen(resumedAt)}`,
      paid_share: ({ who, since, at }) =>
        say`${who}: a proporção de pedidos pagos voltou ao normal ${atTime(at)}, após queda ${sinceWhen(since)}`,
      stuck: ({ who, since, at }) =>
        say`${who}: o número de pedidos parados voltou ao normal ${atTime(at)}, após excesso ${sinceWhen(since)}`,
      late_share: ({ who, since, at }) =>
        say`${who}: notificações voltaram a chegar no prazo ${atTime(at)}, após atrasos ${sinceWhen(since)}`,
      mismatches: ({ who, since, at }) =>
        say`${who}: o número de pedidos divergentes voltou ao normal ${atTime(at)}, após excesso ${sinceWhen(since)}`,
    },
    unread: {
      records: ({ who, since }) =>
        say`${who}: nada foi lido ${sinceWhen(since)}, nem pedidos nem notificações; verifique primeiro as fontes`,
      'pay-ins': ({ who, since }) =>
        say`${who}: nenhum pedido foi lido ${sinceWhen(since)}, embora notificações tenham sido; verifique primeiro a fonte dos pedidos`,
      ended: ({ who, since, at }) =>
        say`${who}: registros voltaram a ser lidos ${atTime(at)}, após nenhum ${sinceWhen(since)}`,
    },
    topics: {
      silent: 'silêncio',
      paid_share: 'queda de pedidos pagos',
      stuck: 'excesso de pedidos parados',
      late_share: 'notificações com atraso',
      mismatches: 'excesso de pedidos divergentes',
      unread: 'registros não lidos',
    },
    unjudged: ({ who, since, at }, topic) =>
      say`${who}: o alerta de ${[topic]} ${sinceWhen(since)} terminou ${atTime(at)}, mas não porque tudo voltou ao normal`,
    waiting: (sums) => say`Aguardando: ${sums}`,
    concerned: (sums) => say`Valor envolvido: ${sums}`,
    noticed: (moment) => say`Detectado em: ${moment}`,
    chance: (percent) => say`Probabilidade disso se tudo estivesse normal: ${percent}.`,
  },
  missedPayment: {
    subject: (orderNo) => say`Pago segundo o extrato: ${orderNo}`,
    body: (orderNo, merchantId, money) =>
      say`O pedido ${orderNo} do lojista ${merchantId} foi pago segundo o extrato do provedor${money === undefined ? [] : say`: ${money}`}. Nenhuma notificação foi registrada.`,
  },
  test: {
    subject: (channel) => say`Teste do canal ${channel}`,
    body: (channel) => say`Este é um teste do canal ${channel}. Nada aconteceu e nada precisa ser feito.`,
  },
};
