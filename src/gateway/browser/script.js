/**
 * The simulated gateway's script, with as much of the interface of Stripe.js as checkout uses. Card fields are in a frame of opaque
 * origin: the page never sees a number. Messages are accepted from the frame's own window only. It runs in browsers as it stands.
 */
(() => {
  /** @typedef {{ error?: { type?: string, code?: string | undefined, message?: string } }} Failed */
  /** @typedef {{ last_payment_error?: Failed['error'] | null, last_setup_error?: Failed['error'] | null }} LastErrors */
  /** @typedef {Failed & LastErrors & { status?: string }} Intent */
  /** @typedef {{ gateway?: boolean, kind: string, id: number, height?: number, answer: Intent, event?: object }} Said */
  /** @typedef {Failed & { setupIntent?: Intent, paymentIntent?: Intent }} Done */
  /** @typedef {(event: object) => void} Handler */
  /** @typedef {{ theme?: string, variables?: Record<string, string> }} Appearance */

  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) throw new Error('The script is loaded by its own tag.');
  const base = new URL(currentScript.src).origin;

  /**
   * A frame that may run scripts and has no origin. Its color scheme is that of its fields.
   *
   * @param {string} path
   * @param {string} title
   * @param {'light' | 'dark'} [scheme]
   */
  const newFrame = (path, title, scheme = 'light') => {
    const frame = document.createElement('iframe');
    frame.src = base + path;
    frame.title = title;
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.style.cssText = 'border:0;width:100%;display:block';
    frame.style.colorScheme = scheme;
    return frame;
  };

  /**
   * Hears messages of one frame; answers what stops that.
   *
   * @param {HTMLIFrameElement} frame
   * @param {(said: Said) => void} work
   */
  const hear = (frame, work) => {
    /** @param {MessageEvent} event */
    const listen = ({ source, data }) => {
      if (source === frame.contentWindow && data && data.gateway) work(data);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  };

  const texts = {
    ko: {
      card: '카드 정보',
      challenge: '본인 확인',
      processing: '잠시 후 다시 시도해 주세요.',
      incomplete: '카드 정보를 모두 입력해 주세요.',
      unconfirmed: '카드사의 본인 확인을 마치지 못했어요. 다시 시도하거나 다른 카드를 써 주세요.',
    },
    en: {
      card: 'Card details',
      challenge: 'Identity check',
      processing: 'Try again in a little bit.',
      incomplete: 'Enter your card details.',
      unconfirmed: 'Your bank could not confirm that it is you. Try again or use another card.',
    },
  };
  /**
   * @param {string} message
   * @param {string} [type]
   */
  const failure = (message, type = 'api_error') => ({ error: { type, code: undefined, message } });
  /** @param {unknown} locale @returns {'ko' | 'en'} */
  const languageOf = (locale) => (String(locale).startsWith('ko') ? 'ko' : 'en');

  class Element {
    /**
     * @param {string} key
     * @param {'ko' | 'en'} locale
     * @param {Appearance} appearance
     */
    constructor(key, locale, appearance) {
      this.key = key;
      this.locale = locale;
      this.appearance = appearance;
      /** @type {Record<string, Handler[]>} */
      this.handlers = { change: [], ready: [], focus: [], blur: [] };
      /** @type {Map<number, (answer: Intent) => void>} */
      this.waiting = new Map();
      /** @type {HTMLIFrameElement | undefined} */
      this.frame = undefined;
      /** @type {(() => void) | undefined} */
      this.stop = undefined;
      this.asked = 0;
    }

    /** @param {string | Node} target */
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new Error(`There is no element ${target} to mount on.`);
      this.unmount();
      const { theme = 'stripe', variables = {} } = this.appearance;
      const look = new URLSearchParams({ locale: this.locale, theme, ...variables });
      const frame = newFrame(
        `/v3/frame?${look}`,
        texts[this.locale].card,
        theme === 'night' ? 'dark' : 'light',
      );
      this.frame = frame;
      frame.style.height = '260px';
      this.stop = hear(frame, (data) => {
        if (data.kind === 'height') frame.style.height = `${Math.min(2000, Number(data.height) || 0)}px`;
        else if (data.kind === 'answer') {
          this.waiting.get(data.id)?.(data.answer);
          this.waiting.delete(data.id);
        } else
          for (const handler of this.handlers[data.kind] ?? [])
            handler({ elementType: 'payment', ...data.event });
      });
      place.appendChild(frame);
    }

    unmount() {
      this.stop?.();
      this.frame?.remove();
      this.frame = undefined;
    }

    destroy() {
      this.unmount();
    }

    /** @param {string} kind @param {Handler} handler */
    on(kind, handler) {
      this.handlers[kind]?.push(handler);
      return this;
    }

    /** @param {string} kind @param {Handler} handler */
    off(kind, handler) {
      this.handlers[kind] = (this.handlers[kind] ?? []).filter((own) => own !== handler);
      return this;
    }

    focus() {
      this.tell({ kind: 'focus' });
    }

    update() {}

    /** @param {object} message */
    tell(message) {
      // A frame of opaque origin has no name to send to; its window is the one that was made here.
      this.frame?.contentWindow?.postMessage({ gateway: true, ...message }, '*');
    }

    /**
     * Asks the frame for work that needs the number.
     *
     * @param {object} message
     * @returns {Promise<Intent>}
     */
    ask(message) {
      if (!this.frame) return Promise.resolve(failure(texts[this.locale].incomplete, 'validation_error'));
      this.asked += 1;
      const id = this.asked;
      return new Promise((resolve) => {
        this.waiting.set(id, resolve);
        this.tell({ ...message, id, key: this.key });
      });
    }
  }

  class Elements {
    /**
     * @param {string} key
     * @param {{ locale?: string, clientSecret?: string, mode?: string, appearance?: Appearance }} [options]
     */
    constructor(key, { locale = 'en', clientSecret, mode, appearance = {} } = {}) {
      this.options = { clientSecret, mode };
      this.appearance = appearance;
      /** @type {Element | undefined} */
      this.element = undefined;
      this.key = key;
      this.locale = languageOf(locale);
    }

    /** @param {string} type */
    create(type) {
      if (type !== 'payment') throw new Error(`The simulated gateway has no element "${type}".`);
      if (this.element) throw new Error('There is a payment element already.');
      this.element = new Element(this.key, this.locale, this.appearance);
      return this.element;
    }

    /** @param {string} type */
    getElement(type) {
      return type === 'payment' ? (this.element ?? null) : null;
    }

    async submit() {
      const answer =
        (await this.element?.ask({ kind: 'check' })) ??
        failure(texts[this.locale].incomplete, 'validation_error');
      return answer.error ? { error: answer.error } : { selectedPaymentMethod: 'card' };
    }

    /** @param {object} options */
    update(options) {
      Object.assign(this.options, options);
    }

    fetchUpdates() {
      return Promise.resolve({});
    }
  }

  /** @param {unknown} clientSecret */
  const pathOf = (clientSecret) => {
    const [id = ''] = String(clientSecret).split('_secret_');
    return { id, path: `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}` };
  };
  /** @param {string} id @returns {'setupIntent' | 'paymentIntent'} */
  const nameOf = (id) => (id.startsWith('seti_') ? 'setupIntent' : 'paymentIntent');

  /**
   * @typedef {{
   *   elements?: Elements,
   *   clientSecret?: string,
   *   confirmParams?: { payment_method?: string, return_url?: string },
   *   redirect?: 'always' | 'if_required',
   * }} Confirmed
   */

  class Gateway {
    /**
     * @param {string} key
     * @param {{ locale?: string }} [options]
     */
    constructor(key, { locale = 'en' } = {}) {
      this.key = key;
      this.locale = languageOf(locale);
    }

    /** @param {{ locale?: string, clientSecret?: string, mode?: string, appearance?: Appearance }} [options] */
    elements(options = {}) {
      return new Elements(this.key, { locale: this.locale, ...options });
    }

    /**
     * @param {'GET' | 'POST'} method
     * @param {string} path
     * @param {Record<string, string>} form
     * @returns {Promise<Intent>}
     */
    async call(method, path, form) {
      const text = new URLSearchParams(form).toString();
      try {
        const response = await fetch(base + path + (method === 'GET' ? `?${text}` : ''), {
          method,
          headers: {
            authorization: `Bearer ${this.key}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(method === 'POST' && { body: text }),
        });
        return await response.json();
      } catch {
        return failure(texts[this.locale].processing, 'api_connection_error');
      }
    }

    /** @param {string} clientSecret @returns {Promise<Done>} */
    async retrieve(clientSecret) {
      const { id, path } = pathOf(clientSecret);
      const answer = await this.call('GET', path, { client_secret: clientSecret });
      return answer.error ? { error: answer.error } : { [nameOf(id)]: answer };
    }

    /** @param {string} clientSecret */
    retrievePaymentIntent(clientSecret) {
      return this.retrieve(clientSecret);
    }

    /** @param {string} clientSecret */
    retrieveSetupIntent(clientSecret) {
      return this.retrieve(clientSecret);
    }

    /** @param {Confirmed} options */
    confirmPayment(options) {
      return this.confirm(options);
    }

    /** @param {Confirmed} options */
    confirmSetup(options) {
      return this.confirm(options);
    }

    /** @param {Confirmed} options @returns {Promise<Done>} */
    async confirm({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const secret = String(clientSecret ?? elements?.options.clientSecret);
      const { id, path } = pathOf(secret);
      const saved = confirmParams.payment_method;
      const answer = saved
        ? await this.call('POST', `${path}/confirm`, { client_secret: secret, payment_method: saved })
        : await elements?.element?.ask({ kind: 'confirm', path: `${path}/confirm`, clientSecret: secret });
      if (!answer) return failure(texts[this.locale].incomplete, 'validation_error');
      if (answer.error) return { error: answer.error };
      const done = await this.follow(answer, secret);
      if (!done.error && redirect === 'always' && confirmParams.return_url) {
        const to = new URL(confirmParams.return_url);
        const what = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
        to.searchParams.set(what, id);
        to.searchParams.set(`${what}_client_secret`, secret);
        to.searchParams.set('redirect_status', 'succeeded');
        window.location.assign(to);
        return new Promise(() => {});
      }
      return done;
    }

    /** @param {{ clientSecret: string }} options @returns {Promise<Done>} */
    async handleNextAction({ clientSecret }) {
      const { id } = pathOf(clientSecret);
      const found = await this.retrieve(clientSecret);
      const intent = found[nameOf(id)];
      return intent ? this.follow(intent, clientSecret) : found;
    }

    /**
     * Shows the bank's question to the card's owner, where the intent requires it.
     *
     * @param {Intent} intent
     * @param {string} clientSecret
     * @returns {Promise<Done>}
     */
    async follow(intent, clientSecret) {
      const { id } = pathOf(clientSecret);
      if (intent.status !== 'requires_action') return { [nameOf(id)]: intent };
      await this.challenge(id, clientSecret);
      const found = await this.retrieve(clientSecret);
      const now = found[nameOf(id)];
      const error = now?.last_payment_error ?? now?.last_setup_error;
      if (!error || now?.status !== 'requires_payment_method') return found;
      const isUnconfirmed = error.code?.endsWith('_intent_authentication_failure');
      return { error: isUnconfirmed ? { ...error, message: texts[this.locale].unconfirmed } : error };
    }

    /**
     * @param {string} id
     * @param {string} clientSecret
     * @returns {Promise<void>}
     */
    challenge(id, clientSecret) {
      return new Promise((resolve) => {
        const dialog = document.createElement('dialog');
        dialog.style.cssText = 'border:0;padding:0;margin:auto;border-radius:12px;width:min(400px,92vw)';
        const frame = newFrame(`/v3/challenge/${id}?locale=${this.locale}`, texts[this.locale].challenge);
        frame.style.height = '280px';
        const stop = hear(frame, (data) => {
          if (data.kind === 'ready')
            frame.contentWindow?.postMessage(
              { gateway: true, kind: 'begin', clientSecret, key: this.key },
              '*',
            );
          if (data.kind === 'done') close();
        });
        const close = () => {
          stop();
          dialog.remove();
          resolve();
        };
        // Without an answer the intent still requires it.
        dialog.addEventListener('close', close);
        dialog.append(frame);
        document.body.append(dialog);
        dialog.showModal();
      });
    }
  }

  /**
   * @param {string} key
   * @param {{ locale?: string }} [options]
   */
  const Stripe = (key, options) => new Gateway(key, options);
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 3 }) });
})();
