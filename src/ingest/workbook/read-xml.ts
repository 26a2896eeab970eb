import sax from 'sax';

/** What an element says: attributes by their names without prefix. */
export type Attributes = Readonly<Record<string, string>>;

/** Takes the elements of an XML document; names come without their prefixes. */
export interface XmlSink {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** A text that is not XML, or has what no spreadsheet program writes, such as too many nested tags or attributes. */
export class XmlError extends Error {}

/** Workbooks nest some ten tags. The parser keeps each open tag, so that too many use up the memory. */
const MOST_DEPTH = 64;
/** Tags of workbooks have some twenty, most of them names of namespaces. The parser keeps each until its tag ends. */
const MOST_ATTRIBUTES = 256;

/** A parser that reads XML bit by bit into a sink; entities of a document type are not expanded. It throws XmlError for text that is not XML. */
export function xmlParser(sink: XmlSink): Pick<sax.SAXParser, 'write' | 'close'> {
  const parser = sax.parser(true);
  let depth = 0;
  let attributeCount = 0;
  parser.onopentagstart = () => {
    depth += 1;
    attributeCount = 0;
    if (depth > MOST_DEPTH) throw new XmlError(`tags nested more than ${MOST_DEPTH} deep`);
  };
  parser.onattribute = () => {
    attributeCount += 1;
    if (attributeCount > MOST_ATTRIBUTES)
      throw new XmlError(`more than ${MOST_ATTRIBUTES} attributes of a tag`);
  };
  parser.onopentag = ({ name, attributes }) => sink.open(localName(name), localNames(attributes));
  parser.onclosetag = (name) => {
    depth -= 1;
    sink.close?.(localName(name));
  };
  parser.ontext = (text) => sink.text?.(text);
  parser.oncdata = (text) => sink.text?.(text);
  parser.onerror = (error) => {
    throw new XmlError(error.message.split('\n', 1)[0]);
  };
  return parser;
}

/** Reads a whole document into a sink. */
export async function readXml(chunks: AsyncIterable<string>, sink: XmlSink): Promise<void> {
  const parser = xmlParser(sink);
  for await (const chunk of chunks) parser.write(chunk);
  parser.close();
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

function localNames(attributes: Readonly<Record<string, unknown>>): Attributes {
  const local: Record<string, string> = Object.create(null);
  for (const name in attributes) {
    // `xmlns:r` would be taken for an attribute `r`.
    if (!name.startsWith('xmlns')) local[localName(name)] = attributes[name] as string;
  }
  return local;
}
