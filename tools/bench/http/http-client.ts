// The client of all measurements: HTTP/1.1 with keep-alive and nothing more, to take as little CPU
// as possible from the product on a small machine.
import { Agent, request } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #host: string;
  readonly #port: string;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    // Avoids a name lookup per connection; the server listens on IPv4 only.
    this.#host = hostname === 'localhost' ? '127.0.0.1' : hostname;
    this.#port = port;
  }

  send({ method, path, headers, body }: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = {
        agent: this.#agent,
        host: this.#host,
        port: this.#port,
        method,
        path,
        headers: { ...headers, ...length },
      };
      const sent = request(options, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** As `send`; throws unless the status is a success. */
  async requireSuccess(wanted: HttpRequest): Promise<string> {
    const { status, text } = await this.send(wanted);
    if (status >= 200 && status < 300) return text;
    throw new Error(
      `${wanted.method} ${wanted.path} was answered ${status}: ${text.slice(0, 500)}`,
    );
  }

  close(): void {
    this.#agent.destroy();
  }
}
