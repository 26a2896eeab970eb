import type { Language } from '../../texts/formats.ts';
import { TEXTS } from '../../texts/languages.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { phraseText } from './body-text.ts';
import type { Block, MessageBody } from './message-body.ts';

const LANG: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR', ar: 'ar' };

const STYLE = {
  body: 'margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#1a1a1a',
  table: 'border-collapse:collapse;margin:12px 0',
  cell: 'padding:4px 10px;border-bottom:1px solid #d0d0d0',
  list: 'margin:12px 0;padding-inline-start:20px',
};

/** A message as HTML for mail programs: no images or scripts, inline styles; values are isolated and escaped. */
export function bodyHtml(letter: MessageBody, language: Language): string {
  const direction = TEXTS[language].rightToLeft ? 'rtl' : 'ltr';
  return [
    `<!DOCTYPE html>`,
    `<html lang="${LANG[language]}" dir="${direction}">`,
    `<head><meta charset="utf-8"><title>${escaped(phraseText(letter.subject, language))}</title></head>`,
    // Some mail programs remove html and body, and with them the direction.
    `<body><div lang="${LANG[language]}" dir="${direction}" style="${STYLE.body}">`,
    `<h1 style="font-size:18px;margin:0 0 12px">${phraseHtml(letter.subject)}</h1>`,
    ...letter.blocks.map(blockHtml),
    `</div></body>`,
    `</html>`,
    '',
  ].join('\n');
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'words':
      return `<p style="margin:8px 0">${phraseHtml(block.words)}</p>`;
    case 'link':
      return `<p style="margin:8px 0"><a href="${escaped(block.url)}">${escaped(block.label)}</a></p>`;
    case 'list':
      return [
        `<ul style="${STYLE.list}">`,
        ...block.items.map(
          ({ title, lines }) =>
            `<li>${[`<strong>${phraseHtml(title)}</strong>`, ...lines.map(phraseHtml)].join('<br>\n')}</li>`,
        ),
        '</ul>',
      ].join('\n');
    case 'table':
      return tableHtml(block);
  }
}

function tableHtml({ columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const align = (index: number) => (columns[index]!.isFigure ? 'end' : 'start');
  const style = (index: number) => `style="${STYLE.cell};text-align:${align(index)}"`;
  const head = columns.map(({ name }, index) => `<th scope="col" ${style(index)}>${escaped(name)}</th>`);
  const line = (row: readonly Phrase[]) =>
    `<tr>${row.map((cell, index) => `<td ${style(index)}>${phraseHtml(cell)}</td>`).join('')}</tr>`;
  return [`<table style="${STYLE.table}">`, `<tr>${head.join('')}</tr>`, ...rows.map(line), '</table>'].join(
    '\n',
  );
}

function phraseHtml(phrase: Phrase): string {
  return phrase
    .map((part) => (typeof part === 'string' ? escaped(part) : `<bdi>${escaped(part.value)}</bdi>`))
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => ENTITIES[one]!);
}
