/** Every command line that a page shows is one that the program understands. */
import { describe, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { TOPIC_NAMES } from '../../src/cli/help-topics.ts';
import { shippedPages, typedIn } from './pages.ts';
import { commandLines, parseCommandLine } from './parse-command-line.ts';

/** Languages of blocks that hold commands; the others are files and figures. */
const COMMANDS_IN = ['sh', 'console', 'indented'];

/** What `help` explains: names, lists and commands. */
const TOPICS = [...TOPIC_NAMES, ...COMMANDS.map(({ command }) => command.split(' ')[0]!)];

/** Whether text within a sentence is a command line and not its form: `order <order-no>`, `help NAME`, `init …`. */
const isWhole = (text: string) => !/[[<…]|\b[A-Z]{4,}\b/.test(text);

const pages = shippedPages().map((page) => {
  const blocks = page.blocks.filter(({ language, made }) => made || COMMANDS_IN.includes(language));
  const inline = [...page.prose.matchAll(/`((?:npx )?payin-recon [^`]+)`/g)].map(([, text]) => text!);
  const shown = blocks.flatMap(({ text, language }) =>
    language === 'console' ? typedIn(text).map(({ command }) => command) : text,
  );
  return [page.path, [...shown, ...inline.filter(isWhole)].flatMap(commandLines)] as const;
});

describe.each(pages.filter(([, lines]) => lines.length > 0))('%s', (_path, lines) => {
  it('shows commands that the program understands', async () => {
    const wrong: string[] = [];
    for (const words of lines) {
      const line = words.join(' ');
      await parseCommandLine(words).catch((error: Error) => wrong.push(`${line}: ${error.message}`));
      const [first, second, third] = words;
      const isJob = first !== 'job' || second !== 'run' || JOBS.some(({ name }) => name === third);
      const isTopic = first !== 'help' || second === undefined || TOPICS.includes(second);
      if (!isJob || !isTopic) wrong.push(`${line}: no such name`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what the test goes by', () => {
  it('finds the words of commands', () => {
    const text = [
      'npx payin-recon report orders --date 2026-11-19 > orders.csv  # one report',
      "A=b payin-recon init --source 'logs=/var/log/*' \\",
      '  --out reports',
      'source <(payin-recon completion bash)      in ~/.bashrc',
      'payin-recon findings list | head -3',
      'tar -xzf payin-recon.tar.gz',
    ].join('\n');
    expect(commandLines(text)).toEqual([
      ['report', 'orders', '--date', '2026-11-19'],
      ['init', '--source', 'logs=/var/log/*', '--out', 'reports'],
      ['completion', 'bash'],
      ['findings', 'list'],
    ]);
  });

  it.each([
    'reconcile --dat 2026-11-19',
    'reconsile',
    'report nothing',
    'order',
    'findings lst',
    'reconcile --date 2026-11-19 --date 2026-11-20',
  ])('refuses %s', async (line) => {
    await expect(parseCommandLine(line.split(' '))).rejects.toThrow();
  });
});
