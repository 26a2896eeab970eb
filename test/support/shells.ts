import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A shell with completion. Each one is tested as its users use it, with the script that the program prints. */
export interface Shell {
  readonly name: 'bash' | 'zsh' | 'fish';
  /**
   * The shell's suggestions for the last word of a line, sorted; folders without their slash.
   * @param scriptFile path of the program's script for the shell
   * @param cwd folder that paths are relative to
   */
  complete(line: string, scriptFile: string, cwd: string): string[];
}

export const SHELLS: readonly Shell[] = [
  {
    name: 'bash',
    complete: (line, scriptFile, cwd) => {
      // Split like readline with COMP_WORDBREAKS: `--name=value` is three words.
      const words = line.split(/\s+/).flatMap((word) => word.split(/(=)/).filter((part) => part !== ''));
      if (line.endsWith(' ') || line.endsWith('=')) words.push('');
      const given = words.map((word) => `'${word}'`).join(' ');
      const asked = `source '${scriptFile}'; COMP_WORDS=(${given}); COMP_CWORD=${words.length - 1}
        $(complete -p payin-recon | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`;
      return offered(said('bash', ['--norc', '--noprofile', '-c', asked], cwd));
    },
  },
  {
    name: 'zsh',
    complete: (line, scriptFile, cwd) => offered(said('zsh', ['-f', '-c', zshAsking(line, scriptFile)], cwd)),
  },
  {
    name: 'fish',
    complete: (line, scriptFile, cwd) => {
      const asked = `source '${scriptFile}'; complete -C '${line}'`;
      return offered(said('fish', ['--no-config', '-c', asked], cwd)).map((text) => text.split('\t')[0]!);
    },
  },
];

export function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0;
}

function said(shell: string, words: readonly string[], cwd: string): string {
  // An empty home, without the user's start files or history.
  const home = mkdtempSync(join(tmpdir(), 'payin-recon-home-'));
  const env = { PATH: process.env['PATH'], HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8' };
  try {
    return execFileSync(shell, words, { cwd, env, encoding: 'utf8', timeout: 600_000 });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function offered(text: string): string[] {
  // fish repeats `--name=` before a value.
  const words = text.split('\n').map((word) => word.trim().replace(/^--[\w-]+=|\/(?=\t|$)/g, ''));
  return [...new Set(words.filter((word) => word !== ''))].sort();
}

/**
 * zsh completes only on a terminal. This starts a second zsh on a pseudo-terminal, sends the line and the tab key, and
 * has the completion written to a file.
 */
function zshAsking(line: string, scriptFile: string): string {
  return `
zmodload zsh/zpty
offers=$(mktemp)
inner=$(mktemp)
cat > $inner <<'INNER'
PROMPT=
autoload -Uz compinit
compinit -u -D
source '${scriptFile}'
zstyle ':completion:*' insert-tab false
compadd() {
  # Calls that only match or count put nothing before the user.
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- $hits >> $OFFERS
  builtin compadd "$@"
}
comppostfuncs=(exit)
bindkey '^I' complete-word
print ready
INNER
zpty asked "OFFERS=$offers zsh -f -i"
zpty -w asked "source $inner"
zpty -r asked output '*ready*'
zpty -w -n asked '${line}'$'\\t'
while zpty -r asked output; do :; done
cat $offers
rm $offers $inner
`;
}
