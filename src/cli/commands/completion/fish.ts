import {
  type CommandDescription,
  grouped,
  type ProgramDescription,
  topLevel,
  type ValueDescription,
} from '../../describe-program.ts';

/** The completion script for fish 3 or newer. */
export function fishScript({ commands, options }: ProgramDescription): string {
  const lines = [
    ...topLevel(commands).map(
      ({ name, describe }) => `${COMPLETE} -n '__payin_recon_at' -a ${name} -d ${quoted(describe)}`,
    ),
    ...grouped(commands).map(({ name, describe }) => {
      const [group, word] = name.split(' ');
      return `${COMPLETE} -n '__payin_recon_at ${group} 0' -a ${word} -d ${quoted(describe)}`;
    }),
    ...options.map((option) => optionLine(option, elsewhere(option, commands))),
    ...commands.flatMap(commandLines),
  ];
  return `# Completion of payin-recon for fish: payin-recon completion fish > ~/.config/fish/completions/payin-recon.fish

# Prints the command, and how many of its places are filled or the option whose values go on.
function __payin_recon_state
    set -l command
    set -l place 0
    set -l option
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch $word
            case '--*=*'
                set option
            case '--*'
                set option
                if contains -- $word ${listed(options)}; or contains -- "$command $word" ${ownListed(commands)}
                    set option $word
                end
            case '*'
                if set -q option[1]
                    if not contains -- "$command $option" ${repeatedListed(commands)}
                        set option
                    end
                else if not set -q command[1]
                    set command $word
                else if test $place -eq 0; and contains -- "$command $word" ${grouped(commands)
                  .map(({ name }) => `'${name}'`)
                  .join(' ')}
                    set command "$command $word"
                else
                    set place (math $place + 1)
                end
        end
    end
    echo $command
    if set -q option[1]
        echo -- $option
    else
        echo $place
    end
end

${CONDITIONS}
${COMPLETE} -f
${lines.join('\n')}
`;
}

const COMPLETE = 'complete -c payin-recon';

const CONDITIONS = `# Whether a command was typed and, where one is given, whether its place or option is.
function __payin_recon_at
    set -l state (__payin_recon_state)
    test "$state[1]" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test "$state[2]" = "$argv[2]"
end

# Whether a command was typed and all its places from one on are for the same.
function __payin_recon_from
    set -l state (__payin_recon_state)
    test "$state[1]" = "$argv[1]"; and string match -qr '^\\d+$' -- $state[2]; and test $state[2] -ge $argv[2]
end
`;

function commandLines(command: CommandDescription): string[] {
  const { name } = command;
  return [
    ...command.positionals.map((positional, index) => {
      const condition = `${positional.repeats ? '__payin_recon_from' : '__payin_recon_at'} ${wordOf(name)} ${index}`;
      return `${COMPLETE} -n ${quoted(condition)} ${candidates(positional)} -d ${quoted(positional.name)}`;
    }),
    ...command.options.map((option) => optionLine(option, `__payin_recon_at ${wordOf(name)}`)),
    ...command.options
      .filter(({ repeats }) => repeats)
      .map(
        (option) =>
          `${COMPLETE} -n ${quoted(`__payin_recon_at ${wordOf(name)} --${option.name}`)} ${candidates(option)}`,
      ),
  ];
}

function optionLine(option: ValueDescription, condition: string | undefined): string {
  const when = condition === undefined ? '' : ` -n ${quoted(condition)}`;
  const value = option.takes === 'nothing' ? '' : ` -r ${candidates(option)}`;
  return `${COMPLETE}${when} -l ${option.name}${value} -d ${quoted(option.describe)}`;
}

/** The condition under which a global option is completed: no command that declares the same option is being typed. */
function elsewhere(option: ValueDescription, commands: readonly CommandDescription[]): string | undefined {
  const own = commands.filter(({ options }) => options.some(({ name }) => name === option.name));
  return own.length === 0
    ? undefined
    : own.map(({ name }) => `not __payin_recon_at ${wordOf(name)}`).join('; and ');
}

function candidates({ takes, values }: ValueDescription): string {
  if (values.length > 0) return `-f -a ${quoted(values.join(' '))}`;
  if (takes === 'file') return '-F';
  return takes === 'folder' ? `-f -a '(__fish_complete_directories)'` : '-f';
}

/** The options that take a value. The script skips their values when it counts positionals. */
function listed(options: readonly ValueDescription[]): string {
  return options
    .filter(({ takes }) => takes !== 'nothing')
    .map(({ name }) => `--${name}`)
    .join(' ');
}

function ownListed(commands: readonly CommandDescription[]): string {
  return commands
    .flatMap(({ name, options }) =>
      options.filter(({ takes }) => takes !== 'nothing').map((option) => `'${name} --${option.name}'`),
    )
    .join(' ');
}

function repeatedListed(commands: readonly CommandDescription[]): string {
  return commands
    .flatMap(({ name, options }) =>
      options.filter(({ repeats }) => repeats).map((option) => `'${name} --${option.name}'`),
    )
    .join(' ');
}

/** Quotes a command of two words so that fish reads it as one word. */
function wordOf(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
