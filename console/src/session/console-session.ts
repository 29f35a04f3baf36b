// The sign-in of this tab, as the pages see it.
import type { ConsoleSettings } from './console-settings.ts';
import { keepPendingSignIn, takeReturnedSignIn, WINDOW_CHANNEL } from './pending-sign-in.ts';
import { SessionClient, SessionFault } from './session-client.ts';
import type { ConsoleOperator, SignInStart } from './token-keeper.ts';

export type SessionState =
  | { readonly kind: 'starting' }
  /** With the sentence of the identity service, if it refused for another reason than that no one is signed in. */
  | { readonly kind: 'signed-out'; readonly reason?: string }
  | {
      readonly kind: 'signed-in';
      readonly operator: ConsoleOperator;
      /** The tokens have ended, and a form has input that leaving the page would lose. */
      readonly isInterrupted: boolean;
    };

/** Says to all tabs of this browser that the operator has signed out. */
const SIGN_OUT_CHANNEL = 'countinghouse.sign-out';

/** The answers to `prompt=none` that mean no more than that a form is needed. */
const SIGN_IN_FORM_CODES = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

export class ConsoleSession {
  readonly #settings: ConsoleSettings;
  readonly #onSignOut: () => void;
  readonly #worker = new SessionClient();
  readonly #listeners = new Set<() => void>();
  readonly #signOuts = new BroadcastChannel(SIGN_OUT_CHANNEL);
  #state: SessionState = { kind: 'starting' };
  #token: string | undefined;
  #interruption: PromiseWithResolvers<undefined> | undefined;
  /** Stands for the pages of the operator who is signed in: another operator gets others. */
  #pages = {};
  #unsavedForms = 0;

  /** `onSignOut` is called in each tab when the operator signs out in one of them. */
  constructor(settings: ConsoleSettings, onSignOut: () => void) {
    this.#settings = settings;
    this.#onSignOut = onSignOut;
    this.#signOuts.addEventListener('message', () => this.#end());
    new BroadcastChannel(WINDOW_CHANNEL).addEventListener('message', ({ data }) => {
      void this.#finishInWindow(String(data));
    });
  }

  getState = (): SessionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Finishes the sign-in from which the page returned, or leaves for one without a form. */
  async start(): Promise<void> {
    await this.#worker.call('configure', {
      authority: this.#settings.auth_url,
      clientId: this.#settings.client_id,
      redirectUri: `${location.origin}/callback.html`,
      postLogoutRedirectUri: location.origin,
    });
    const returned = takeReturnedSignIn();
    if (returned === undefined) return this.#leave({ prompt: 'none' });
    try {
      const operator = await this.#worker.call('finishSignIn', returned);
      if (this.#hasStarted()) return;
      this.#set({ kind: 'signed-in', operator, isInterrupted: false });
    } catch (error) {
      if (this.#hasStarted()) return;
      const { code = '', message } = error as SessionFault;
      const isFormNeeded = SIGN_IN_FORM_CODES.has(code);
      this.#set({ kind: 'signed-out', ...(!isFormNeeded && { reason: message }) });
    }
  }

  /** Leaves for the form of the identity service. */
  signIn = (): Promise<void> => this.#leave({});

  /** Signs in in a window of its own, which leaves the page and its forms as they are. Needs a click. */
  signInByWindow = async (start: SignInStart = {}): Promise<void> => {
    const opened = window.open('', 'countinghouse-sign-in', 'popup,width=520,height=720');
    const { url } = await this.#worker.call('startSignIn', { ...start, isInWindow: true });
    if (opened === null) return this.#leave(start);
    opened.location.href = url;
  };

  signOut = async (): Promise<void> => {
    const leaving = this.#worker.call('signOut', {});
    // Not after the answer: what a page reads meanwhile would sign it in again.
    this.#signOuts.postMessage('signed-out');
    this.#end();
    location.assign(await leaving);
  };

  /** The address of the pages where operators manage their password, second factors and sessions. */
  get accountUrl(): string {
    return `${this.#settings.auth_url}/account`;
  }

  /**
   * Builds what gives access tokens to the pages of the operator who is signed in. It waits for the operator while a
   * sign-in is needed and a form has input, and for good once another operator has signed in: what these pages have
   * started is not sent in the other's name.
   */
  buildTokenSource(): (isRefused: boolean) => Promise<string> {
    const pages = this.#pages;
    const areDropped = () => pages !== this.#pages;
    const never = new Promise<never>(() => undefined);
    return async (isRefused) => {
      if (areDropped()) return never;
      const token = await this.#getToken(isRefused);
      return areDropped() ? never : token;
    };
  }

  /** Keeps the page from being left while a form has input. Returns what ends that. */
  keepPage = (): (() => void) => {
    this.#unsavedForms += 1;
    return () => void (this.#unsavedForms -= 1);
  };

  async #getToken(isRefused: boolean): Promise<string> {
    const refused = isRefused ? this.#token : undefined;
    try {
      const given = await this.#worker.call('getAccessToken', {
        ...(refused !== undefined && { refused }),
      });
      this.#token = given.token;
      this.#setOperator(given.operator);
      return given.token;
    } catch (error) {
      if (!(error instanceof SessionFault) || error.name !== 'SignInRequiredError') throw error;
      await this.#signInAgain();
      return this.#getToken(false);
    }
  }

  async #signInAgain(): Promise<void> {
    const state = this.#requireSignedIn();
    if (this.#unsavedForms === 0) {
      // A page that cannot be reached is worse than old data.
      await fetch(`${this.#settings.auth_url}/.well-known/openid-configuration`);
      this.#requireSignedIn();
      await this.#leave({ prompt: 'none' });
      return new Promise<never>(() => undefined);
    }
    this.#interruption ??= Promise.withResolvers<undefined>();
    this.#set({ ...state, isInterrupted: true });
    await this.#interruption.promise;
  }

  /** The operator has signed out in another tab before this one was signed in. */
  #hasStarted(): boolean {
    return this.#state.kind !== 'starting';
  }

  #requireSignedIn() {
    if (this.#state.kind !== 'signed-in') throw new Error('No one is signed in.');
    return this.#state;
  }

  async #leave(start: SignInStart): Promise<void> {
    const { url, stored } = await this.#worker.call('startSignIn', start);
    keepPendingSignIn({ stored, returnTo: `${location.pathname}${location.search}` });
    location.replace(url);
  }

  async #finishInWindow(url: string): Promise<void> {
    try {
      const operator = await this.#worker.call('finishSignIn', { url });
      this.#dropPagesOfAnother(operator);
      this.#set({ kind: 'signed-in', operator, isInterrupted: false });
      this.#interruption?.resolve(undefined);
      this.#interruption = undefined;
    } catch {
      // The window of another tab, or a sign-in that was given up: the offer stays.
    }
  }

  #end(): void {
    this.#onSignOut();
    void this.#worker.call('forgetTokens', {});
    this.#interruption?.reject(new Error('The operator has signed out.'));
    this.#interruption = undefined;
    this.#set({ kind: 'signed-out' });
  }

  #setOperator(operator: ConsoleOperator): void {
    if (this.#state.kind !== 'signed-in') return;
    if (JSON.stringify(this.#state.operator) === JSON.stringify(operator)) return;
    this.#dropPagesOfAnother(operator);
    this.#set({ ...this.#state, operator });
  }

  #dropPagesOfAnother({ id }: ConsoleOperator): void {
    if (this.#state.kind === 'signed-in' && this.#state.operator.id !== id) this.#pages = {};
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
