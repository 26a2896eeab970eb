import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { describeProgram } from '../../src/cli/describe-program.ts';
import { packageRoot, programVersion } from '../../src/database/package-root.ts';
import { run, start } from '../cli/command.ts';
import { DAY, DAY_AFTER, workingFolder } from '../cli/past-day.ts';
import { linksOf, parsePage } from '../docs/pages.ts';
import { readCsv } from '../export/books.ts';
import { filesBelow } from '../support/code-files.ts';
import { onEngines } from '../support/engines.ts';
import { type InstalledPackage, installPackage, olderNode } from '../support/installed-package.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NEEDED_NODE = 24;
const EXAMPLE = 'test/e2e/library-example.ts';
/** Licences of the packages whose code is in the files of the command. */
const NOTICES = 'dist/command/NOTICES.txt';
const BUNDLED = ['hyparquet', 'hyparquet-writer', 'kysely', 'yaml', 'zod'];

const folder = mkdtempSync(join(tmpdir(), 'payin-recon-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let installed: InstalledPackage;
beforeAll(() => {
  installed = installPackage(folder);
  copyFileSync(join(packageRoot, EXAMPLE), join(installed.folder, 'library-example.ts'));
});

/** Runs the installed command as a shell does, by its link and with the pinned Node in PATH. */
const say = (words: readonly string[], cwd: string, environment: Readonly<Record<string, string>> = {}) => {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const program = [join(installed.folder, 'node_modules/.bin/payin-recon')] as const;
  return run(words, { cwd, program: [...program], environment: { ...environment, PATH: path } });
};

const { commands } = await describeProgram(COMMANDS);

describe('the tarball', () => {
  it('holds the compiled program with its types, the SQL, the documentation and the man page, and nothing else', () => {
    const compiled = ['src', 'jobs', 'reports']
      .flatMap((name) => filesBelow(name, /\.tsx?$/))
      .flatMap((path) => ['.js', '.d.ts'].map((ending) => `dist/${path.replace(/\.tsx?$/, ending)}`));
    const named: string[] = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).files;
    const papers = named.filter((name) => name.includes('.') || name === 'LICENSE');
    const folders = ['sql', 'docs', 'examples', 'src/web/assets'].flatMap((name) => filesBelow(name, /./));
    const others = [...folders, 'man/payin-recon.1', 'package.json', ...papers];
    expect(papers).toEqual(expect.arrayContaining(['bin.mjs', 'README.md', 'CHANGELOG.md', 'LICENSE']));
    const bundled = installed.files.filter((path) => /^dist\/command\/[\w-]+\.js$/.test(path));
    expect(bundled).toEqual(
      expect.arrayContaining(
        ['main', 'parse-worker', 'create-embedded'].map((name) => `dist/command/${name}.js`),
      ),
    );
    expect(installed.files).toEqual([...compiled, ...bundled, NOTICES, ...others].sort());
    const notices = readFileSync(join(installed.folder, 'node_modules/payin-recon', NOTICES), 'utf8');
    expect(notices.match(/^\S+ \d+\.\d+\.\d+$/gm)?.map((line) => line.split(' ')[0])).toEqual(BUNDLED);
  });

  it('holds what its pages link to', () => {
    const home = join(installed.folder, 'node_modules/payin-recon');
    const isThere = (path: string) =>
      installed.files.includes(path) || installed.files.some((file) => file.startsWith(`${path}/`));
    const broken = installed.files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const page = parsePage(path, readFileSync(join(home, path), 'utf8'));
        const targets = linksOf(page)
          .filter((link) => !/^(https?:|mailto:|#)/.test(link))
          .map((link) => normalize(join(dirname(path), link.split('#')[0]!)).replace(/\/$/, ''));
        return targets.filter((to) => !isThere(to) && !isSource(path, to)).map((to) => `${path}: ${to}`);
      });
    expect(broken).toEqual([]);
  });

  it('needs no package that only the repository has', () => {
    const there = readdirSync(join(installed.folder, 'node_modules'));
    for (const name of ['typescript', 'vitest', 'node', '@types']) expect(there).not.toContain(name);
  });
});

/** What is written for people with a clone may link to the source, which the package has compiled only. */
function isSource(page: string, target: string): boolean {
  const isForContributors = page === 'CONTRIBUTING.md' || page.startsWith('docs/internals/');
  return isForContributors && existsSync(join(packageRoot, target));
}

describe('the installed command', () => {
  it('says its version', async () => {
    expect(await say(['--version'], folder)).toEqual({ code: 0, stdout: `${programVersion}\n`, stderr: '' });
  });

  it.each(commands)('has help for $name', async ({ name, describe: about, options }) => {
    const { code, stdout, stderr } = await say([...name.split(' '), '--help'], folder);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    // `help --help` is the program's help.
    for (const option of options) expect(stdout).toContain(`--${option.name}`);
    expect(stdout.replace(/\s+/g, ' ')).toContain(about);
  });

  it('runs the demo on an embedded database that it lays out', async () => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await say(['demo', '--orders', '50'], cwd);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const folders = [...stdout.matchAll(/^ {2}(\S+) \(new\)$/gm)].map((match) => join(cwd, match[1]!));
    const orders = folders.flatMap((path) => readCsv(join(path, 'orders.csv')));
    expect(orders).toHaveLength(50);
    for (const path of folders) {
      for (const { name } of PLAIN_REPORTS) expect(() => readCsv(join(path, `${name}.csv`))).not.toThrow();
    }
  });

  it('serves the page, compiled and with its style sheet', async () => {
    const cwd = temporaryFolder();
    const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    const program = [join(installed.folder, 'node_modules/.bin/payin-recon')] as const;
    const words = ['demo', '--serve', '--orders', '40', '--dates', '1', '--listen', '127.0.0.1:0'];
    const child = start(words, { cwd, program: [...program], environment: { PATH: path } });
    child.stderr!.resume();
    let said = '';
    for await (const text of child.stdout!) {
      said += text;
      if (said.includes('Press Ctrl+C')) break;
    }
    const url = /The page is at (\S+)/.exec(said)![1]!;
    const html = await (await fetch(new URL('/sign-in', url))).text();
    expect(html).toContain('<h1>Sign in</h1>');
    const style = await fetch(new URL(/href="(\/assets\/[^"]+\.css)"/.exec(html)![1]!, url));
    expect(style.headers.get('content-type')).toContain('text/css');
    child.kill('SIGINT');
  });

  it('lists the jobs, explains an error and prints completion', async () => {
    const { stdout } = await say(['job', 'list'], folder);
    for (const { name } of JOBS) expect(stdout).toContain(name);
    expect((await say(['help', 'STORE_LOCKED'], folder)).stdout).toContain('exit code 5');
    expect((await say(['completion', 'bash'], folder)).stdout).toContain('complete -F');
  });

  it('says on an older Node in one line which it needs', async () => {
    const bin = join(installed.folder, 'node_modules/payin-recon/bin.mjs');
    const older = olderNode(NEEDED_NODE);
    // Where this machine has none, this one says that it is.
    const pretending = `data:text/javascript,Object.defineProperty(process,'version',{value:'v20.0.0'})`;
    const program: [string, ...string[]] =
      older === undefined ? [process.execPath, '--import', pretending, bin] : [older, bin];
    const { code, stdout, stderr } = await run(['--version'], { cwd: folder, program });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^payin-recon needs Node 24 or newer and this is v\d+\.\d+\.\d+: .+\n$/);
  });
});

describe("the library's types", () => {
  it('let the example through and catch what is no option', async () => {
    const cwd = installed.folder;
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024'],
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noPropertyAccessFromIndexSignature: true,
      typeRoots: [join(packageRoot, 'node_modules/@types')],
      types: ['node'],
    };
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    writeFileSync(join(cwd, 'wrong.ts'), WRONG.join('\n'));
    const check = async (file: string) => {
      writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
      const { stdout } = await run(['-p', '.'], { cwd, program: [process.execPath, tsc] });
      return [...stdout.matchAll(/^(\S+?)\((\d+),.*(TS\d+)/gm)].map(([, path, line, code]) => [
        path,
        line,
        code,
      ]);
    };
    expect(await check('library-example.ts')).toEqual([]);
    expect(await check('wrong.ts')).toEqual([
      ['wrong.ts', '2', 'TS2322'],
      ['wrong.ts', '3', 'TS2353'],
      ['wrong.ts', '4', 'TS2345'],
      ['wrong.ts', '5', 'TS2322'],
    ]);
  });
});

/** Each line but the first has one mistake. */
const WRONG = [
  "import { ingest, reconcile, report } from 'payin-recon';",
  "await ingest({ paths: ['logs'], kind: 'refunds' });",
  "await reconcile({ date: '2024-11-19', settings: { grace: 600 } });",
  "for await (const text of report({ name: 'orders' })) console.log(text.length);",
  "const versions: string = (await reconcile({ date: '2024-11-19' })).versions;",
];

onEngines('the installed package', (engine) => {
  it('migrates, reads, judges and tells', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database('empty');
    const done = async (...words: string[]) => {
      const { code, stdout, stderr } = await say(words, cwd, environment);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      return stdout;
    };
    expect(await done('migrate')).toContain('applied 000001_create_evidence.sql');
    expect(await done('ingest', 'logs')).toContain('7 records: 6 accepted');
    expect(await done('reconcile', '--date', DAY, '--as-of', DAY_AFTER)).toContain('MATCHED');
    const orders = await done('report', 'orders', '--date', DAY, '--version', '1');
    expect(orders.split('\r\n')).toHaveLength(6);
    expect(await done('order', 'ORDER00001')).toContain('MATCHED');
    expect(readCsv(join(cwd, 'payin-recon-reports', DAY, 'BR/v1/orders.csv'))).toHaveLength(3);
  });

  it('says so where a part of it is missing', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database('empty');
    const part = join(installed.folder, 'node_modules/payin-recon/sql/order/010_merchants.sql');
    expect((await say(['ingest', 'logs'], cwd, environment)).code).toBe(0);
    renameSync(part, `${part}.away`);
    const { code, stderr } = await say(['order', 'ORDER00001'], cwd, environment);
    renameSync(`${part}.away`, part);
    expect(stderr).toContain('error INTERNAL: ');
    expect(stderr).toContain('010_merchants.sql');
    expect(code).toBe(3);
  });

  it('runs the example of the page about the library as a stranger does, in a new folder', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database('empty');
    const path = 'docs/guides/library.md';
    const text = readFileSync(join(installed.folder, 'node_modules/payin-recon', path), 'utf8');
    const { blocks } = parsePage(path, text);
    const textOf = (language: string) => blocks.find((block) => block.language === language)!.text;
    const lines = textOf('sh').split('\n');
    const example = `${textOf('ts')}\n`;
    const [file] = lines.at(-1)!.split(' ').slice(-1);
    writeFileSync(join(cwd, file!), example);
    expect(lines.filter((line) => line.startsWith('npm install'))).toHaveLength(1);
    let last = { code: null as number | null, stdout: '', stderr: '' };
    for (const line of lines) {
      if (line.startsWith('npm install')) {
        // Without network: what npm would copy is there already.
        cpSync(join(installed.folder, 'node_modules'), join(cwd, 'node_modules'), { recursive: true });
        continue;
      }
      const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
      last = await run(['-c', line], { cwd, program: ['sh'], environment: { ...environment, PATH: path } });
      expect({ line, ...last }).toMatchObject({ line, code: 0 });
    }
    const { code, stdout, stderr } = last;
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'logs/day.ndjson 6 1',
      `${DAY} BR v1 new`,
      `${DAY} EG v1 new`,
      'ORDER00002 STUCK CONTRACT_VIOLATION STUCK_PROCESSING',
      'ORDER00004 ORPHAN ORPHAN_CALLBACK',
      'paid 20700n centavos',
      '',
    ]);
    expect(readCsv(join(cwd, 'stuck.csv'))).toMatchObject([{ order_no: 'ORDER00002' }]);
  });
});
