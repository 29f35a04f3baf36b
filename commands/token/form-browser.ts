// A minimal browser for the sign-in: it keeps cookies, follows redirects and posts forms.

export interface BrowserPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

interface BrowserCookie {
  readonly value: string;
  readonly path: string;
}

const REDIRECTS_MAX = 10;

export class FormBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, BrowserCookie>();

  /** Stays at one origin: a redirect to another origin ends the visit. */
  constructor(origin: string) {
    this.#origin = origin;
  }

  open(url: string | URL): Promise<BrowserPage> {
    return this.#visit(new URL(url), undefined);
  }

  /** Posts the first form that has all these fields, or the first of the page, with its hidden fields. */
  submit(page: BrowserPage, fields: Record<string, string>): Promise<BrowserPage> {
    const forms = [...page.html.matchAll(/<form[^>]*\baction="([^"]*)".*?<\/form>/gs)];
    const names = Object.keys(fields).map((name) => ` name="${name}"`);
    const found = forms.find(([text]) => names.every((name) => text.includes(name))) ?? forms[0];
    const [form = '', action] = found ?? [];
    if (action === undefined) throw new Error(`There is no form at ${page.url.pathname}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams();
    for (const [, name = '', value = ''] of hidden) body.set(name, value);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return this.#visit(new URL(action.replaceAll('&amp;', '&'), page.url), body);
  }

  /** Returns the cookies for the path. */
  cookiesFor({ pathname }: URL): string {
    return [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([key, { value }]) => `${key.slice(key.indexOf(' ') + 1)}=${value}`)
      .join('; ');
  }

  cookieValues(): string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  async #visit(start: URL, form: URLSearchParams | undefined): Promise<BrowserPage> {
    let [url, body] = [start, form];
    for (let redirects = 0; redirects < REDIRECTS_MAX; redirects += 1) {
      const answer = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        body,
        redirect: 'manual',
        headers: { accept: 'text/html', cookie: this.cookiesFor(url) },
      });
      this.#keep(answer.headers.getSetCookie(), url);
      const location = answer.headers.get('location');
      if (location === null) return toBrowserPage(url, answer, await answer.text());
      [url, body] = [new URL(location, url), undefined];
      if (url.origin !== this.#origin) return toBrowserPage(url, answer, '');
    }
    throw new Error('Too many redirects');
  }

  #keep(lines: string[], url: URL): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path =
        attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? url.pathname;
      if (value === '') this.#cookies.delete(`${path} ${name}`);
      else this.#cookies.set(`${path} ${name}`, { value, path });
    }
  }
}

function toBrowserPage(url: URL, { status, headers }: Response, html: string): BrowserPage {
  return { url, status, headers, html };
}
