/** Visits a page as a browser without scripts does: it keeps cookies, sends forms and follows no redirect. */
export interface Client {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends the first form of a page whose action begins with a path, with its hidden fields and the given ones. */
  send(
    page: string,
    action: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<Response>;
  post(path: string, fields: URLSearchParams, headers?: Readonly<Record<string, string>>): Promise<Response>;
  readonly cookies: Map<string, string>;
}

export function clientOf(url: string): Client {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Accept: 'text/html', ...init.headers, ...(cookie === '' ? {} : { Cookie: cookie }) };
    const answer = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return answer;
  };
  const get: Client['get'] = (path, headers = {}) => ask(path, { headers });
  const post: Client['post'] = (path, fields, headers = {}) =>
    ask(path, {
      method: 'POST',
      body: fields,
      headers: { Origin: new URL(url).origin, 'Sec-Fetch-Site': 'same-origin', ...headers },
    });
  return {
    ...{ get, post, cookies },
    send: async (page, action, fields) => {
      const text = await (await get(page)).text();
      const form = text
        .split('<form ')
        .find((one) => one.includes(`action="${action}`) && one.includes('method="post"'));
      if (form === undefined) throw new Error(`no form ${action} on ${page}: ${text.slice(0, 500)}`);
      const body = new URLSearchParams();
      for (const [, name, value] of form
        .split('</form>')[0]!
        .matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
        body.append(
          name!,
          value!.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
        );
      }
      for (const [name, value] of Object.entries(fields)) {
        body.delete(name);
        for (const one of [value].flat()) body.append(name, one);
      }
      return post(/action="([^"]*)"/.exec(form)![1]!.replaceAll('&amp;', '&'), body);
    },
  };
}
