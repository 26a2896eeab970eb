import type { Language } from '../formats.ts';

/** Texts of the preview of a report. */
interface PreviewTexts {
  readonly filter: string;
  readonly apply: string;
  readonly clear: string;
  readonly text: string;
  readonly empty: string;
  readonly columns: string;
  readonly back: string;
  readonly any: string;
  readonly sort: string;
  /** Printed above a report with many columns. */
  readonly onPaper: string;
}

export const PREVIEW_TEXTS: Readonly<Record<Language, PreviewTexts>> = {
  en: {
    filter: 'Filter',
    apply: 'Apply',
    clear: 'Clear',
    text: 'Rows that contain',
    empty: 'No rows.',
    columns: 'What the columns mean',
    back: 'Back to the date',
    any: 'any',
    sort: 'Choose the heading of a column to sort the rows.',
    onPaper: 'Not all columns fit on paper. The downloads have all of them.',
  },
  pt: {
    filter: 'Filtro',
    apply: 'Aplicar',
    clear: 'Limpar',
    text: 'Linhas que contêm',
    empty: 'Nenhuma linha.',
    columns: 'O que as colunas significam',
    back: 'Voltar à data',
    any: 'qualquer',
    sort: 'Escolha o título de uma coluna para ordenar as linhas.',
    onPaper: 'Nem todas as colunas cabem no papel. Os downloads têm todas elas.',
  },
  ar: {
    filter: 'التصفية',
    apply: 'تطبيق',
    clear: 'مسح',
    text: 'الصفوف التي تحتوي على',
    empty: 'لا صفوف.',
    columns: 'معاني الأعمدة',
    back: 'العودة إلى التاريخ',
    any: 'الكل',
    sort: 'اختر عنوان عمود لترتيب الصفوف.',
    onPaper: 'لا تتسع الورقة لكل الأعمدة. ملفات التنزيل تحتوي عليها كلها.',
  },
};
