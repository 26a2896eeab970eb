import { dirname, join } from 'node:path';
import { readCode } from '../test/support/code-files.ts';
import { table } from './markdown.ts';

const INDEX = 'src/index.ts';
const EXPORTS = /^export (type )?\{([^}]*)\} from '([^']+)';$/gm;

interface Exported {
  readonly name: string;
  readonly isType: boolean;
  readonly meaning: string;
}

/** What `src/index.ts` exports, values first, with the first sentence of its description in the code. */
export function exportsTable(): string {
  const all = exportsOf(readCode(INDEX));
  const rows = [false, true].flatMap((types) =>
    all
      .filter(({ isType }) => isType === types)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, meaning }) => [`\`${name}\``, types ? 'type' : 'value', meaning]),
  );
  return table(['name', 'kind', 'meaning'], rows);
}

function exportsOf(index: string): Exported[] {
  return [...index.matchAll(EXPORTS)].flatMap(([, ofTypes, names, from]) => {
    const path = join(dirname(INDEX), from!);
    const code = readCode(path);
    return names!
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => {
        const [own, name = own] = one.replace(/^type /, '').split(' as ');
        const isType = ofTypes !== undefined || one.startsWith('type ');
        return { name: name!, isType, meaning: meaningOf(own!, code, path) };
      });
  });
}

/** @throws Error if the code has no description of it */
function meaningOf(name: string, code: string, path: string): string {
  const declared = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n(?:// .*\\n)?export (?:async )?(?:interface|type|class|const|function\\*?) ${name}\\b`,
  ).exec(code);
  if (declared === null) throw new Error(`${path}: write a docstring for ${name}, which ${INDEX} exports`);
  const text = declared[1]!
    .replace(/\n \* ?/g, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim();
  return text.split(/(?<=[.;])\s|\s@|\s· /)[0]!.replace(/[.;:]$/, '');
}
