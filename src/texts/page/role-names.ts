import type { Language } from '../formats.ts';

interface RoleName {
  readonly name: string;
  /** What the role may do, for those who give it. */
  readonly about: string;
}

type Roles = Readonly<Record<'viewer' | 'operator' | 'approver' | 'admin', RoleName>>;

export const ROLE_NAMES: Readonly<Record<Language, Roles>> = {
  en: {
    viewer: { name: 'Viewer', about: 'sees and downloads' },
    operator: { name: 'Operator', about: 'also decides about findings and reconciles dates again' },
    approver: { name: 'Approver', about: 'also approves what others have decided' },
    admin: { name: 'Admin', about: 'also manages users' },
  },
  pt: {
    viewer: { name: 'Leitor', about: 'vê os dados e baixa arquivos' },
    operator: { name: 'Operador', about: 'também decide sobre ocorrências e concilia datas de novo' },
    approver: { name: 'Aprovador', about: 'também aprova o que outros decidiram' },
    admin: { name: 'Administrador', about: 'também gerencia usuários' },
  },
  ar: {
    viewer: { name: 'مطّلع', about: 'يطّلع على البيانات وينزّلها' },
    operator: { name: 'مشغّل', about: 'يتخذ أيضًا قرارات بشأن الملاحظات ويعيد مطابقة التواريخ' },
    approver: { name: 'معتمِد', about: 'يوافق أيضًا على قرارات الآخرين' },
    admin: { name: 'مسؤول', about: 'يدير أيضًا المستخدمين' },
  },
};
