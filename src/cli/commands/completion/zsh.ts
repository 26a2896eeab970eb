import {
  type CommandDescription,
  grouped,
  type PositionalDescription,
  type ProgramDescription,
  topLevel,
  type ValueDescription,
} from '../../describe-program.ts';

/** The completion script for zsh: source it after compinit, or save it as `_payin-recon` in a folder of fpath. */
export function zshScript({ commands, options }: ProgramDescription): string {
  return `#compdef payin-recon
# Completion of payin-recon for zsh: source <(payin-recon completion zsh)

# What goes on behind an option with several values: another one, or a next option.
_payin_recon_more() {
  if [[ $PREFIX == -* ]]; then
    compadd -- \${=1}
  else
    shift
    "$@"
  fi
}

_payin_recon() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  local -a commands subcommands common
  commands=(
${topLevel(commands)
  .map(({ name, describe }) => `    ${quoted(`${name}:${describe}`)}`)
  .join('\n')}
  )
  common=(
${options.map((option) => `    ${optionSpec(option)}`).join('\n')}
  )
  # (-): behind the command, options are the command's.
  _arguments -C $common '(-): :->command' '(-)*:: :->arguments' && return
  case $state in
    command) _describe command commands ;;
    arguments)
      case $words[1] in
${topLevel(commands)
  .map((command) =>
    command.subcommands.length === 0 ? commandCase(command, options) : groupCase(command, commands, options),
  )
  .join('\n')}
      esac
      ;;
  esac
}

if [[ $funcstack[1] == _payin-recon ]]; then
  _payin_recon "$@"
else
  compdef _payin_recon payin-recon
fi
`;
}

/** Completes the subcommands of a group, then the arguments of each. */
function groupCase(
  { name }: CommandDescription,
  commands: readonly CommandDescription[],
  common: readonly ValueDescription[],
): string {
  const own = grouped(commands)
    .filter((command) => command.name.startsWith(`${name} `))
    .map((command) => ({ ...command, name: command.name.slice(name.length + 1) }));
  return `        ${name})
          subcommands=(
${own.map((command) => `            ${quoted(`${command.name}:${command.describe}`)}`).join('\n')}
          )
          _arguments -C $common '(-): :->subcommand' '(-)*:: :->subarguments' && return
          case $state in
            subcommand) _describe command subcommands ;;
            subarguments)
              case $words[1] in
${own.map((command) => commandCase(command, common)).join('\n')}
              esac
              ;;
          esac
          ;;`;
}

function commandCase(command: CommandDescription, common: readonly ValueDescription[]): string {
  const own = command.options.map(({ name }) => name);
  const options = [...command.options, ...common.filter(({ name }) => !own.includes(name))];
  const others = options.map(({ name }) => `--${name}`).join(' ');
  const specs = [
    ...command.positionals.map(positionalSpec),
    // Complete nothing after the last positional.
    ...(command.positionals.some(({ repeats }) => repeats) ? [] : [`'*: : '`]),
    ...options.map((option) => (option.repeats ? repeatedSpec(option, others) : optionSpec(option))),
  ];
  return `        ${command.name})
          _arguments \\
${specs.map((spec) => `            ${spec}`).join(' \\\n')}
          ;;`;
}

function optionSpec(option: ValueDescription): string {
  const described = `--${option.name}${option.takes === 'nothing' ? '' : '='}[${escaped(option.describe)}]`;
  if (option.takes === 'nothing') return quoted(described);
  return quoted(`${described}:${option.name}:${action(option)}`);
}

/** An option with several values: it takes words until the next option. */
function repeatedSpec(option: ValueDescription, others: string): string {
  const more = ` _payin_recon_more "${others}" ${action(option)}`;
  return quoted(`*--${option.name}=[${escaped(option.describe)}]:*-*:${option.name}:${more}`);
}

function positionalSpec(positional: PositionalDescription, index: number): string {
  const place = positional.repeats ? '*:' : positional.required ? `${index + 1}:` : `${index + 1}::`;
  return quoted(`${place}${positional.name}:${action(positional)}`);
}

function action({ takes, values }: ValueDescription): string {
  if (values.length > 0) return `(${values.join(' ')})`;
  if (takes === 'file') return '_files';
  return takes === 'folder' ? '_files -/' : ' ';
}

function escaped(description: string): string {
  return description.replace(/[[\]\\:]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
