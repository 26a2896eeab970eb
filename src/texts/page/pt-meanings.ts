import { say } from '../phrase.ts';
import type { FindingMeanings } from './meaning-parts.ts';

/** What every finding means, in Brazilian Portuguese. */
export const ptMeanings: FindingMeanings = {
  AMOUNT_MISMATCH: {
    explanation: say`O valor pago não é o valor solicitado.`,
    when: say`Na mesma moeda, o valor pago e o solicitado diferem em mais do que a tolerância da moeda. O motivo é ${'unit_scale'} quando um é exatamente 100 vezes o outro; nos demais casos, ${'overpaid'} (pago a mais) ou ${'underpaid'} (pago a menos).`,
    remedy: say`Compare os dois textos em ${'amount-mismatches.csv'}. Se o motivo for ${'unit_scale'}, confira ${'amountUnit'} da região e execute ${'payin-recon renormalise'}. Nos demais casos, cobre ou devolva a diferença e depois resolva a ocorrência.`,
  },
  CURRENCY_MISMATCH: {
    explanation: say`O pagamento foi feito em moeda diferente da solicitada.`,
    when: say`A moeda paga difere da solicitada.`,
    remedy: say`Pergunte ao serviço em que moeda foi pago. Contabilize o pagamento nessa moeda ou devolva-o, e depois resolva a ocorrência.`,
  },
  AMOUNT_UNREADABLE: {
    explanation: say`Um valor não pode ser lido com exatidão; por isso, o pedido não entra em nenhuma soma desse valor.`,
    when: say`O valor solicitado ou o de um pagamento não pode ser lido com exatidão, ou não tem moeda.`,
    remedy: say`Veja o texto do valor em ${'amount-mismatches.csv'}. Se ${'amountUnit'} ou ${'decimals'} da região estiver errado, corrija e execute ${'payin-recon renormalise'}. Caso contrário, corrija o programa que escreve o valor.`,
  },
  MULTIPLE_PAYMENTS: {
    explanation: say`O pedido foi pago mais de uma vez: talvez seja preciso devolver dinheiro a alguém.`,
    when: say`O pedido tem mais de um pagamento.`,
    remedy: say`Compare os pagamentos com ${'payin-recon order'}. Devolva o que foi pago a mais e depois resolva a ocorrência.`,
  },
  CONFLICTING_CALLBACKS: {
    explanation: say`O serviço notificou o mesmo pagamento com valores diferentes; vale a notificação mais recente.`,
    when: say`Notificações do mesmo pagamento divergem na moeda ou no valor.`,
    remedy: say`Pergunte ao serviço qual valor está certo. Até lá, vale a notificação mais recente.`,
  },
  DUPLICATE_ORDER: {
    explanation: say`O mesmo número de pedido (${'orderNo'}) foi enviado com conteúdos diferentes ou aceito duas vezes.`,
    when: say`Os registros de cobrança diferem em moeda, valor ou método, ou os aceitos diferem em ${'tradeNo'}.`,
    remedy: say`Compare as requisições com ${'payin-recon order'} e descubra por que a loja usou o mesmo ${'orderNo'} duas vezes. Verifique qual delas o pagador pagou.`,
  },
  PAID_AFTER_REJECTION: {
    explanation: say`O serviço recusou o pedido e, mesmo assim, notificou um pagamento.`,
    when: say`O pedido foi pago, embora todas as requisições tenham sido recusadas.`,
    remedy: say`Pergunte ao serviço se o pagamento é real. Entregue o pedido ou devolva o valor, e depois resolva a ocorrência.`,
  },
  KEY_MISMATCH: {
    explanation: say`Uma notificação menciona outro pedido, mas o ${'tradeNo'} dela pertence somente a este.`,
    when: say`Uma notificação chegou com outro lojista ou outro ${'orderNo'} e foi atribuída a este pedido pelo ${'tradeNo'}.`,
    remedy: say`Compare a notificação e a requisição com ${'payin-recon order'}. Pergunte ao serviço por que a notificação menciona outro lojista ou outro ${'orderNo'}.`,
  },
  PAYMENT_REVERSED: {
    explanation: say`O pagamento foi estornado.`,
    when: say`A situação é ${'REVERSED'} (estornado).`,
    remedy: say`Contabilize o estorno e suspenda a entrega, se ela ainda não foi feita.`,
  },
  UNVERIFIED_CALLBACK: {
    explanation: say`Alguém que não é o serviço pode ter enviado uma notificação deste pedido; ela não decide nada.`,
    when: say`Uma notificação foi registrada com ${'verified: false'}, porque a assinatura é inválida.`,
    remedy: say`Confira a chave e o código que verificam as assinaturas. Se ambos estiverem certos, trate a notificação como falsa e comunique o caso aos responsáveis pela segurança.`,
  },
  ORPHAN_CALLBACK: {
    explanation: say`Há uma notificação, mas nos logs não há nenhuma requisição desse lojista com esse ${'orderNo'}.`,
    when: say`A situação é ${'ORPHAN'} (sem pedido).`,
    remedy: say`Faça a leitura dos logs de cobrança que faltam. Se essa requisição não existir, pergunte ao serviço a que se refere o pagamento.`,
  },
  STUCK_PROCESSING: {
    explanation: say`O pedido já deveria ter um resultado.`,
    when: say`A situação é ${'STUCK'} (parado).`,
    remedy: say`Veja ${'explanation'} em ${'stuck-orders.csv'}. Faça a leitura dos logs de notificações que faltam ou pergunte ao serviço o status do pedido.`,
  },
  NO_RESPONSE: {
    explanation: say`Nenhuma resposta à requisição foi guardada: a chamada pode ter excedido o tempo limite.`,
    when: say`Há registros de cobrança, e nenhum tem resposta (a menos que a configuração ${'absent'} contenha ${'response'}).`,
    remedy: say`Pergunte ao serviço se ele aceitou o pedido. Se o seu sistema não guarda respostas, inclua ${'response'} na configuração ${'absent'}.`,
  },
  TRADE_NO_MISMATCH: {
    explanation: say`O pagamento foi notificado com um número da transação (${'tradeNo'}) diferente daquele com que o pedido foi aceito.`,
    when: say`O ${'tradeNo'} da notificação decisiva não é o da resposta.`,
    remedy: say`Pergunte ao serviço qual ${'tradeNo'} é o deste pedido. O pagamento pode ser de outro pedido.`,
  },
  METHOD_MISMATCH: {
    explanation: say`O pagador usou um método de pagamento diferente do solicitado.`,
    when: say`O ${'paymentMethod'} da notificação decisiva não é o da requisição.`,
    remedy: say`Se o pagador pode escolher o método, não há nada a fazer. Caso contrário, pergunte ao serviço.`,
  },
  SUB_MERCHANT_MISMATCH: {
    explanation: say`O pagamento foi notificado para outro sublojista.`,
    when: say`A notificação decisiva e a requisição têm ${'subMerchantId'}, e os dois diferem.`,
    remedy: say`Antes de repassar o dinheiro, pergunte ao serviço para qual sublojista o pagamento foi lançado.`,
  },
  RESPONSE_MISMATCH: {
    explanation: say`A resposta do serviço traz dados diferentes dos que foram enviados.`,
    when: say`Na resposta, ${'orderNo'}, lojista, sublojista, moeda, valor ou método não é o da requisição.`,
    remedy: say`Compare a requisição e a resposta com ${'payin-recon order'} e informe a diferença ao serviço.`,
  },
  UNSUPPORTED_VARIANT: {
    explanation: say`Esta moeda ou este método não consta na descrição da interface.`,
    when: say`Nenhuma região das configurações tem esta moeda ou este método, ou a região só aceita alguns, e este não está entre eles.`,
    remedy: say`Se a moeda ou o método estiver certo, inclua-o em uma região na configuração ${'regions'}. Caso contrário, corrija o programa que envia a requisição.`,
  },
  UNKNOWN_STATUS: {
    explanation: say`Um status não está em nenhuma das listas das configurações; enquanto não estiver, não decide nada.`,
    when: say`O status de uma notificação, ou de uma resposta com o código ${'00'}, não está em nenhuma das listas, ou uma notificação não tem status.`,
    remedy: say`Inclua o status em uma das listas da configuração ${'statuses'}. A próxima execução o aplica.`,
  },
  STATUS_REGRESSED: {
    explanation: say`O pedido foi notificado como pago e, depois, com um status que não é de pagamento.`,
    when: say`Uma notificação com status pendente, de falha ou desconhecido foi recebida pela primeira vez depois da primeira notificação de pagamento.`,
    remedy: say`Pergunte ao serviço se o pagamento continua válido.`,
  },
  TIME_IMPLAUSIBLE: {
    explanation: say`O horário do pagamento contradiz os outros relógios.`,
    when: say`Segundo a notificação decisiva, o pagamento foi concluído antes da requisição, ou depois de a notificação ter sido recebida, em mais do que a diferença permitida entre relógios.`,
    remedy: say`Confira os relógios das máquinas que escrevem os logs e o fuso da região. Depois de corrigir um fuso, execute ${'payin-recon renormalise'}.`,
  },
  OFFSET_DISAGREES: {
    explanation: say`Um horário veio sem a diferença em relação ao UTC, e os registros discordam sobre qual é.`,
    when: say`Um horário sem essa diferença não foi lido pelo fuso da sua região, ou o cabeçalho da mensagem traz outra.`,
    remedy: say`Confira o fuso da região. Peça ao serviço que envie os horários com a diferença em relação ao UTC.`,
  },
  TIME_AMBIGUOUS: {
    explanation: say`Um horário cai na hora em que os relógios mudam e não traz a diferença em relação ao UTC.`,
    when: say`Um horário local sem a diferença em relação ao UTC ocorre duas vezes ou não existe nesse dia.`,
    remedy: say`Se a data estiver certa, não há nada a fazer. Peça ao serviço que envie os horários com a diferença em relação ao UTC.`,
  },
  TIME_UNREADABLE: {
    explanation: say`Um horário falta ou não pode ser lido; em seu lugar é usado o melhor dos demais.`,
    when: say`Um horário não pode ser lido, ou uma notificação não tem ${'transactionTime'}.`,
    remedy: say`Veja o registro com ${'payin-recon order'} e corrija o programa que escreve o horário.`,
  },
  PAID_AFTER_EXPIRY: {
    explanation: say`O pagador pagou depois do prazo que tinha.`,
    when: say`Segundo a notificação decisiva, o pagamento foi concluído após a expiração do pedido, e esse horário não é impossível.`,
    remedy: say`Decida se o pedido ainda será entregue. Se não for, devolva o valor.`,
  },
  LATE_CALLBACK: {
    explanation: say`A notificação chegou muito tempo depois do pagamento.`,
    when: say`Entre a conclusão do pagamento e o recebimento da notificação decisiva passou mais tempo do que a configuração ${'lateCallbackSeconds'}.`,
    remedy: say`Para um único pedido, não há nada a fazer. Se forem muitos, veja ${'callback-delays.csv'} e pergunte ao serviço.`,
  },
  ACK_NOT_SUCCESS: {
    explanation: say`O serviço não recebeu a confirmação de que a notificação chegou e pode enviá-la de novo.`,
    when: say`Nenhum envio de uma notificação foi confirmado com ${'SUCCESS'}, e ao menos um foi confirmado com outra resposta.`,
    remedy: say`Faça o seu endpoint de notificações responder ${'SUCCESS'} depois de guardar a notificação.`,
  },
  CONTRACT_VIOLATION: {
    explanation: say`Um registro viola regras da interface; o detalhe mostra quais.`,
    when: say`Um registro viola uma regra da interface que não impede o seu uso.`,
    remedy: say`Informe ao serviço o que ele envia errado e corrija o que as suas requisições enviam errado. Inclua na configuração ${'absent'} os campos que o seu sistema nunca guarda.`,
  },
  PAID_IN_STATEMENT_ONLY: {
    explanation: say`Segundo o extrato do serviço, o pedido foi pago, mas nenhuma notificação dele chegou.`,
    when: say`Um extrato tem uma linha paga, nenhum pagamento foi notificado, e desde o horário da linha passou o tempo de ${'statements.graceSeconds'} (padrão: ${'3600'}).`,
    remedy: say`Procure a notificação nos logs do seu endpoint e faça a leitura dela. Se não houver, peça ao serviço que a envie de novo e entregue o que foi pago.`,
  },
  NOT_IN_STATEMENT: {
    explanation: say`Uma notificação informou este pagamento, mas ele não consta no extrato do serviço.`,
    when: say`Um pagamento não tem linha paga em nenhum extrato, embora os extratos cubram por inteiro a data do pagamento.`,
    remedy: say`Confira se todos os extratos da data foram lidos. Se foram, pergunte ao serviço se o pagamento é real antes de entregar.`,
  },
  STATEMENT_AMOUNT_MISMATCH: {
    explanation: say`O extrato traz para este pagamento um valor diferente do notificado.`,
    when: say`Uma linha paga de um extrato e o seu pagamento diferem na moeda, ou no valor em mais do que a tolerância da moeda.`,
    remedy: say`Compare a notificação e a linha com ${'payin-recon order'}. Pergunte ao serviço qual valor foi pago; o que ele repassa é o que está no extrato.`,
  },
  STATEMENT_STATUS_MISMATCH: {
    explanation: say`Uma notificação informou que o pagamento foi feito, mas, segundo o extrato, ele falhou ou foi estornado.`,
    when: say`Segundo uma linha de um extrato, um pagamento falhou ou foi estornado.`,
    remedy: say`Pergunte ao serviço se o pagamento continua válido, antes de entregar ou contabilizar.`,
  },
  STATEMENT_DUPLICATE: {
    explanation: say`Este pagamento consta mais de uma vez nos extratos do serviço.`,
    when: say`Os extratos têm duas ou mais linhas pagas do mesmo pagamento.`,
    remedy: say`Compare as linhas com ${'payin-recon order'}. Se o mesmo extrato foi lido em duas formas, retire uma. Caso contrário, pergunte ao serviço se o pagador foi cobrado duas vezes.`,
  },
  FEE_MISMATCH: {
    explanation: say`O serviço cobrou uma tarifa diferente da combinada.`,
    when: say`A tarifa de uma linha paga difere da tarifa pela tabela na configuração ${'fees'} em mais do que a tolerância dessa tabela.`,
    remedy: say`Compare a tarifa com o seu contrato. Se o contrato mudou, corrija a configuração ${'fees'}; caso contrário, cobre a diferença do serviço.`,
  },
  NET_MISMATCH: {
    explanation: say`Os valores de uma linha do extrato não fecham.`,
    when: say`O valor líquido de uma linha paga não é o valor bruto menos a tarifa.`,
    remedy: say`Confira de quais colunas do extrato a configuração ${'map'} toma o valor bruto, a tarifa e o valor líquido. Se estiverem certas, pergunte ao serviço o que mais ele descontou.`,
  },
  REFUND_EXCEEDS_PAYMENT: {
    explanation: say`Foi devolvido por este pedido mais dinheiro do que os seus pagamentos trouxeram.`,
    when: say`As devoluções e os chargebacks dos extratos somam mais do que os pagamentos do pedido.`,
    remedy: say`Compare devoluções, chargebacks e pagamentos com ${'payin-recon order'}. Peça ao serviço que corrija o que foi devolvido duas vezes ou no pedido errado.`,
  },
};
