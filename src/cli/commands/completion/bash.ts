import {
  type CommandDescription,
  grouped,
  type ProgramDescription,
  topLevel,
  type ValueDescription,
} from '../../describe-program.ts';

/** The completion script for bash. */
export function bashScript({ commands, options }: ProgramDescription): string {
  return `# Completion of payin-recon for bash: source <(payin-recon completion bash)

# What follows an option: sets takes, values and many.
_payin_recon_option() {
  takes=text values= many=
  case "$1" in
${[...commands.flatMap(optionLines), ...options.map((option) => `    *${optionLine('', option)}`)].join('\n')}
  esac
}

# What was typed in a command's place: sets takes and values.
_payin_recon_place() {
  takes=nothing values=
  case "$1" in
${commands.flatMap(placeLines).join('\n')}
  esac
}

# Whether two words are a command of a group.
_payin_recon_is_group() {
  case "$1" in
    ${grouped(commands)
      .map(({ name }) => `'${name}'`)
      .join(' | ')}) return 0 ;;
  esac
  return 1
}

# What can stand in place of a command or an option: sets values.
_payin_recon_commands() { values='${topLevel(commands)
    .map(({ name }) => name)
    .join(' ')}'; }
_payin_recon_options() {
  case "$1" in
${commands.map((command) => `    '${command.name}') values='${optionNames(command, options)}' ;;`).join('\n')}
    *) values='${names(options)}' ;;
  esac
}
${COMPLETE}`;
}

const COMPLETE = `
_payin_recon() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command= option= place=0 takes= values= many= word index line
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case "$word" in
      =) ;; # bash cuts --option=value in three
      --*)
        option=$word
        _payin_recon_option "$command $option"
        if [[ $takes == nothing ]]; then option=; fi
        ;;
      *)
        if [[ -n $option ]]; then
          if [[ -z $many ]]; then option=; fi
        elif [[ -z $command ]]; then
          command=$word
        elif _payin_recon_is_group "$command $word"; then
          command="$command $word"
        else
          place=$((place + 1))
        fi
        ;;
    esac
  done
  if [[ $cur == = ]]; then cur=; fi
  if [[ -n $option && ( -z $many || $cur != -* ) ]]; then
    _payin_recon_option "$command $option"
  elif [[ $cur == -* ]]; then
    takes=text
    _payin_recon_options "$command"
  elif [[ -z $command ]]; then
    takes=text
    _payin_recon_commands
  else
    _payin_recon_place "$command $place"
  fi
  case "$takes" in
    file) line=$(compgen -f -- "$cur") ;;
    folder) line=$(compgen -d -- "$cur") ;;
    *) line=$(compgen -W "$values" -- "$cur") ;;
  esac
  case "$takes" in file | folder) if type compopt >/dev/null 2>&1; then compopt -o filenames 2>/dev/null; fi ;; esac
  while IFS= read -r word; do
    if [[ -n $word ]]; then COMPREPLY+=("$word"); fi
  done <<<"$line"
}

complete -F _payin_recon payin-recon
`;

function optionLines({ name, options }: CommandDescription): string[] {
  return options.map((option) => `    ${optionLine(name, option)}`);
}

function optionLine(command: string, option: ValueDescription): string {
  return `'${command} --${option.name}') ${assignments(option)} ;;`;
}

function placeLines({ name, positionals, subcommands }: CommandDescription): string[] {
  if (subcommands.length > 0) return [`    '${name} '0) takes=text values='${subcommands.join(' ')}' ;;`];
  return positionals.map(
    (positional, index) =>
      `    '${name} '${positional.repeats ? '*' : index}) ${assignments({ ...positional, repeats: false })} ;;`,
  );
}

function assignments({ takes, values, repeats }: ValueDescription): string {
  const parts = [`takes=${values.length > 0 ? 'text' : takes}`];
  if (values.length > 0) parts.push(`values='${values.join(' ')}'`);
  if (repeats) parts.push('many=1');
  return parts.join(' ');
}

function optionNames(command: CommandDescription, common: readonly ValueDescription[]): string {
  return names([...command.options, ...common.filter(({ name }) => !declares(command, name))]);
}

function declares(command: CommandDescription, option: string): boolean {
  return command.options.some(({ name }) => name === option);
}

function names(options: readonly ValueDescription[]): string {
  return options.map(({ name }) => `--${name}`).join(' ');
}
