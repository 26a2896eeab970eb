import type { Language } from './formats.ts';

/** What a mail with published files says. */
export interface DeliveryText {
  readonly subject: (version: DeliveredVersion) => string;
  readonly text: (version: DeliveredVersion) => string;
}

export interface DeliveredVersion {
  /** As folders are named: `other` for orders without a region. */
  readonly region: string;
  /** Business date, `yyyy-MM-dd`. */
  readonly date: string;
  readonly version: number;
}

/** Keeps a name in its own direction within a text that is written from right to left. */
const isolated = (text: string | number) => `\u2068${text}\u2069`;

export const DELIVERY_TEXTS: Readonly<Record<Language, DeliveryText>> = {
  en: {
    subject: ({ region, date, version }) => `Reports of ${region} for ${date}, version ${version}`,
    text: ({ region, date, version }) =>
      `Version ${version} of the reports of ${region} for ${date} is attached.\n` +
      'SHA256SUMS has the checksums of the files: sha256sum -c SHA256SUMS compares them.\n',
  },
  pt: {
    subject: ({ region, date, version }) => `Relatórios de ${region} de ${date}, versão ${version}`,
    text: ({ region, date, version }) =>
      `A versão ${version} dos relatórios de ${region} de ${date} está em anexo.\n` +
      'SHA256SUMS contém as somas de verificação dos arquivos: sha256sum -c SHA256SUMS as compara.\n',
  },
  ar: {
    subject: ({ region, date, version }) =>
      `تقارير ${isolated(region)} ليوم ${isolated(date)}، الإصدار ${isolated(version)}`,
    text: ({ region, date, version }) =>
      `مرفق الإصدار ${isolated(version)} من تقارير ${isolated(region)} ليوم ${isolated(date)}.\n` +
      `يحتوي الملف ${isolated('SHA256SUMS')} على المجاميع الاختبارية للملفات: الأمر ${isolated('sha256sum -c SHA256SUMS')} يقارنها.\n`,
  },
};
