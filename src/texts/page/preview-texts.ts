import type { Language } from '../formats.ts';

/** Texts of the preview of a report. */
interface PreviewTexts {
  readonly filter: string;
  readonly apply: string;
  readonly clear: string;
  /** Label of a text to look for in cells of some kinds. */
  readonly text: string;
  /** The same for a restatement, where only what changed is looked for, not its values. */
  readonly textOfChanges: string;
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
    text: 'Rows whose texts, dates or minor units contain',
    textOfChanges: 'Rows whose identifiers or dates contain',
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
    text: 'Linhas cujos textos, datas ou unidades mínimas contêm',
    textOfChanges: 'Linhas cujos identificadores ou datas contêm',
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
    text: 'الصفوف التي تحتوي نصوصها أو تواريخها أو مبالغها بأصغر وحدة على',
    textOfChanges: 'الصفوف التي تحتوي معرّفاتها أو تواريخها على',
    empty: 'لا صفوف.',
    columns: 'معاني الأعمدة',
    back: 'العودة إلى التاريخ',
    any: 'الكل',
    sort: 'اختر عنوان عمود لترتيب الصفوف.',
    onPaper: 'لا تتسع الورقة لكل الأعمدة. ملفات التنزيل تحتوي عليها كلها.',
  },
};
