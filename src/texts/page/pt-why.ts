import { type Phrase, say } from '../phrase.ts';
import { about, phrases, type StuckKind, type WhyFacts, type WhyTexts } from './why-parts.ts';

const SETTLES = say`Uma decisão sobre as ocorrências as encerra e fica na trilha de auditoria. A situação não muda.`;
const PAYS = say`Uma notificação de pagamento o torna conciliado ou divergente, por mais tarde que chegue.`;
const STATED = say`Um extrato do serviço diz que foi pago, e nos logs não há notificação do pagamento.`;

const STUCK: Readonly<Record<StuckKind, (facts: WhyFacts) => Phrase>> = {
  paid_in_statement: () => STATED,
  accepted: () => say`O serviço o aceitou, e desde então não há notificação nos logs.`,
  refused: ({ codes }) =>
    say`O serviço o recusou${about(codes, (known) => say` (código ${known})`) ?? []}, outra requisição não tem resposta, e desde então não há notificação nos logs.`,
  no_response: () => say`Desde então não há resposta nem notificação nos logs.`,
  processing: () => say`As notificações dizem que está em processamento. Nenhuma diz que foi pago.`,
  unknown_status: ({ statuses }) =>
    say`Uma notificação tem um status que nenhuma lista das configurações contém${about(statuses, (known) => say`: ${known}`) ?? []}.`,
  unverified: () => say`Desde então só há notificações cuja assinatura não pôde ser verificada.`,
};

const STUCK_REMEDY: Readonly<Record<StuckKind, Phrase>> = {
  paid_in_statement: say`Procure a notificação nos logs do seu endpoint. Se não houver, peça ao serviço que a envie de novo.`,
  accepted: say`Peça o resultado ao serviço e confira se as notificações dele chegam e são registradas nos logs.`,
  refused: say`Pergunte ao serviço se a requisição sem resposta foi aceita.`,
  no_response: say`Confira se as respostas e notificações desse período foram registradas e lidas. A página de dados mostra até onde vão os logs.`,
  processing: say`Peça o resultado final ao serviço.`,
  unknown_status: say`Se o status significa pago, com falha ou estornado, inclua-o na configuração ${'statuses'}. A próxima execução avalia o pedido de novo.`,
  unverified: say`Se as notificações são autênticas, corrija a verificação das assinaturas e registre-as de novo como verificadas.`,
};

/** Why an order is what it is, in Brazilian Portuguese. */
export const ptWhy: WhyTexts = {
  heading: 'Por que está assim e o que pode mudar',
  why: 'Por quê',
  change: 'O que pode mudar',
  nextRun: 'O que for lido ou corrigido depois da última execução conta a partir da próxima.',
  outcomes: {
    MATCHED: ({ requested, paid, difference, paidAt, others }) => ({
      why: phrases(
        about(paid, (known) =>
          difference === undefined
            ? say`Foi pago ${known}${about(paidAt, (at) => say` em ${at}`) ?? []}, como solicitado.`
            : say`Foi pago ${known}${about(requested, (asked) => say`; o solicitado era ${asked}`) ?? []}. A diferença de ${difference} está dentro da configuração ${'tolerances'}.`,
        ),
        say`Nenhuma ocorrência impede a conciliação.`,
        about(others, (known) => say`Ocorrências que não a impedem: ${known}.`),
      ),
      change: [
        say`Outro pagamento, ou uma notificação que contradiga esta, o torna divergente. Uma notificação com status de estorno o torna estornado.`,
        say`Uma mudança nas configurações ${'tolerances'} ou ${'statuses'} também vale para ele.`,
      ],
    }),
    MISMATCH: ({ requested, paid, difference, paidAt, blocking }) => ({
      why: phrases(
        requested === undefined || paid === undefined
          ? say`Foi pago, mas os valores não podem ser comparados.`
          : say`Foi solicitado ${requested} e foi pago ${paid}${about(paidAt, (at) => say` em ${at}`) ?? []}${about(difference, (known) => say`: uma diferença de ${known}`) ?? []}.`,
        about(blocking, (known) => say`Estas ocorrências impedem a conciliação: ${known}.`),
      ),
      change: [
        say`Registros lidos mais tarde, como uma requisição que faltava, uma notificação corrigida ou um estorno, podem mudar a situação.`,
        say`Se a diferença foi acordada, por exemplo por arredondamento, um valor maior na configuração ${'tolerances'} o torna conciliado. Se um status foi mal interpretado, corrija a configuração ${'statuses'}.`,
        SETTLES,
      ],
    }),
    ORPHAN: ({ paid, paidAt }) => ({
      why: phrases(
        about(
          paid,
          (known) =>
            say`Uma notificação informa o pagamento de ${known}${about(paidAt, (at) => say` em ${at}`) ?? []}.`,
        ),
        say`Nenhum registro de cobrança com este número de pedido e lojista foi lido.`,
      ),
      change: [
        say`Se o registro da cobrança for lido mais tarde, passa a ser um pedido e é avaliado como tal. Confira na página de dados se os logs de cobrança estão completos.`,
        say`Se a requisição foi registrada com outro número ou lojista, inclusive maiúsculas e zeros à esquerda, corrija isso onde ela é registrada.`,
        SETTLES,
      ],
    }),
    REVERSED: ({ paid, statuses }) => ({
      why: phrases(
        say`Uma notificação tem status de estorno${about(statuses, (known) => say` (${known})`) ?? []}: o pagamento foi estornado.`,
        about(paid, (known) => say`O valor pago era ${known}.`),
      ),
      change: [
        say`Enquanto essa notificação estiver entre os registros, pagamentos posteriores não mudam a situação.`,
        say`Se o status não significa que o pagamento foi estornado, corrija a configuração ${'statuses.reversed'}.`,
        SETTLES,
      ],
    }),
    FAILED: ({ statuses }) => ({
      why: [
        say`Uma notificação tem status de falha${about(statuses, (known) => say` (${known})`) ?? []}, e não se conhece nenhum pagamento.`,
      ],
      change: [
        PAYS,
        say`Se o status não significa que o pagamento falhou, corrija a configuração ${'statuses.failed'}.`,
      ],
    }),
    REJECTED: ({ codes }) => ({
      why: [
        say`O serviço o recusou: todas as requisições têm resposta, e nenhuma tem o código ${'00'}${about(codes, (known) => say` (encontrado: ${known})`) ?? []}.`,
      ],
      change: [
        say`Uma requisição posterior que seja aceita o torna pendente e, se não for pago, parado.`,
        say`Uma notificação de pagamento o torna divergente, porque foi pago apesar de recusado.`,
      ],
    }),
    EXPIRED: ({ requested, requestedAt, deadlineAt, horizonAt }) => ({
      why: phrases(
        about(
          requestedAt,
          (at) =>
            say`Foi solicitado${about(requested, (sum) => say` ${sum}`) ?? []} em ${at}, e nenhum pagamento foi notificado.`,
        ),
        about(deadlineAt, (at) => say`O prazo final passou em ${at}.`),
        about(horizonAt, (at) => say`Expirou em ${at}: ${'expiryHorizonDays'} dias depois do prazo final.`),
      ),
      change: [
        say`Uma notificação ou outro registro dele que seja lido mais tarde o reabre. ${PAYS}`,
        say`Se os pagamentos costumam chegar mais tarde do que isso, aumente a configuração ${'expiryHorizonDays'}.`,
      ],
    }),
    PENDING: ({ requested, requestedAt, expiresAt, deadlineAt }) => ({
      why: phrases(
        about(
          requestedAt,
          (at) =>
            say`Foi solicitado${about(requested, (sum) => say` ${sum}`) ?? []} em ${at}. Ainda não foi notificado nenhum pagamento.`,
        ),
        about(expiresAt, (at) => say`O pagador tem até ${at}.`),
        about(deadlineAt, (at) => say`O resultado é aguardado até ${at} (configuração ${'graceSeconds'}).`),
      ),
      change: phrases(
        about(
          deadlineAt,
          (at) =>
            say`Uma notificação de pagamento antes de ${at} o torna conciliado ou divergente. Sem ela, fica parado a partir de então.`,
        ),
        say`Uma notificação com status de falha o torna um pedido com falha.`,
      ),
    }),
  },
  statedOnly: { why: [STATED], change: [STUCK_REMEDY.paid_in_statement] },
  stuck: (kind, facts) => ({
    why: phrases(
      about(
        facts.requestedAt,
        (at) =>
          say`Foi solicitado${about(facts.requested, (sum) => say` ${sum}`) ?? []} em ${at}, e não se sabe de pagamento.`,
      ),
      STUCK[kind](facts),
      about(facts.expiresAt, (at) => say`O pagador tinha até ${at}.`),
      about(facts.deadlineAt, (at) => say`O prazo final passou em ${at}.`),
    ),
    change: phrases(
      PAYS,
      STUCK_REMEDY[kind],
      about(facts.horizonAt, (at) => say`Sem pagamento, expira em ${at}.`),
    ),
  }),
  unjudged: {
    notYet: {
      why: [say`Os registros dele foram lidos, mas nenhuma execução o avaliou ainda.`],
      change: [say`A próxima execução o avalia.`],
    },
    elsewhere: {
      why: [
        say`Este número não tem pedido próprio: as notificações dele trazem o número da transação de outro pedido e são contadas lá.`,
      ],
      change: [
        say`Se um registro de cobrança com este número for lido, a próxima execução o avalia como pedido.`,
      ],
    },
    unverified: {
      why: [
        say`Este número só é conhecido por notificações cuja assinatura não foi verificada. Qualquer um pode tê-las enviado, por isso não decidem nada.`,
      ],
      change: [STUCK_REMEDY.unverified],
    },
    stated: {
      why: [
        say`Este número só é conhecido por linhas de extratos. Não há requisição nem notificação dele nos logs.`,
      ],
      change: [say`Se os logs dele forem lidos, a próxima execução o avalia.`],
    },
    gone: {
      why: [say`Nenhum registro dele continua guardado. As decisões ficam na trilha de auditoria.`],
      change: [say`Se os logs dele forem lidos de novo, a próxima execução o avalia.`],
    },
  },
};
