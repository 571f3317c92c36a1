// @ts-nocheck: it runs in browsers as it stands; src/gateway/browser.test.ts drives it.
/**
 * The simulated gateway's script, with as much of the interface of Stripe.js as checkout uses. Card fields are in a frame of opaque
 * origin: the page never sees a number. What the frame says is taken from its own window alone.
 */
(() => {
  const base = new URL(document.currentScript.src).origin;

  /** A frame that may run scripts, and is of no origin. */
  const newFrame = (path, title) => {
    const frame = document.createElement('iframe');
    frame.src = base + path;
    frame.title = title;
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.style.cssText = 'border:0;width:100%;display:block;color-scheme:light';
    return frame;
  };

  /** Hears messages of one frame; answers what stops that. */
  const hear = (frame, work) => {
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
    },
    en: {
      card: 'Card details',
      challenge: 'Identity check',
      processing: 'Try again in a little bit.',
      incomplete: 'Enter your card details.',
    },
  };
  const failure = (message, type = 'api_error', code = undefined) => ({ error: { type, code, message } });

  class Element {
    constructor(key, locale) {
      this.key = key;
      this.locale = locale;
      this.handlers = { change: [], ready: [], focus: [], blur: [] };
      this.waiting = new Map();
      this.asked = 0;
    }

    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new Error(`There is no element ${target} to mount on.`);
      this.unmount();
      this.frame = newFrame(`/v3/frame?locale=${this.locale}`, texts[this.locale].card);
      this.frame.style.height = '260px';
      this.stop = hear(this.frame, (data) => {
        if (data.kind === 'height') this.frame.style.height = `${Math.min(2000, Number(data.height) || 0)}px`;
        else if (data.kind === 'answer') {
          this.waiting.get(data.id)?.(data.answer);
          this.waiting.delete(data.id);
        } else
          for (const handler of this.handlers[data.kind] ?? [])
            handler({ elementType: 'payment', ...data.event });
      });
      place.append(this.frame);
    }

    unmount() {
      this.stop?.();
      this.frame?.remove();
      this.frame = undefined;
    }

    destroy() {
      this.unmount();
    }

    on(kind, handler) {
      this.handlers[kind]?.push(handler);
      return this;
    }

    off(kind, handler) {
      this.handlers[kind] = (this.handlers[kind] ?? []).filter((own) => own !== handler);
      return this;
    }

    focus() {
      this.tell({ kind: 'focus' });
    }

    update() {}

    tell(message) {
      // A frame of opaque origin has no name to send to; its window is the one that was made here.
      this.frame?.contentWindow?.postMessage({ gateway: true, ...message }, '*');
    }

    /** Asks the frame for work that needs the number. */
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
    constructor(key, { locale = 'en', clientSecret, mode } = {}) {
      this.options = { clientSecret, mode };
      this.element = undefined;
      this.key = key;
      this.locale = String(locale).startsWith('ko') ? 'ko' : 'en';
    }

    create(type) {
      if (type !== 'payment') throw new Error(`The simulated gateway has no element "${type}".`);
      if (this.element) throw new Error('There is a payment element already.');
      this.element = new Element(this.key, this.locale);
      return this.element;
    }

    getElement(type) {
      return type === 'payment' ? (this.element ?? null) : null;
    }

    async submit() {
      const answer =
        (await this.element?.ask({ kind: 'check' })) ??
        failure(texts[this.locale].incomplete, 'validation_error');
      return answer.error ? { error: answer.error } : { selectedPaymentMethod: 'card' };
    }

    update(options) {
      Object.assign(this.options, options);
    }

    fetchUpdates() {
      return Promise.resolve({});
    }
  }

  const pathOf = (clientSecret) => {
    const [id = ''] = String(clientSecret).split('_secret_');
    return { id, path: `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}` };
  };
  const nameOf = (id) => (id.startsWith('seti_') ? 'setupIntent' : 'paymentIntent');

  class Gateway {
    constructor(key, { locale = 'en' } = {}) {
      this.key = key;
      this.locale = String(locale).startsWith('ko') ? 'ko' : 'en';
    }

    elements(options = {}) {
      return new Elements(this.key, { locale: this.locale, ...options });
    }

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

    async retrieve(clientSecret) {
      const { id, path } = pathOf(clientSecret);
      const answer = await this.call('GET', path, { client_secret: clientSecret });
      return answer.error ? { error: answer.error } : { [nameOf(id)]: answer };
    }

    retrievePaymentIntent(clientSecret) {
      return this.retrieve(clientSecret);
    }

    retrieveSetupIntent(clientSecret) {
      return this.retrieve(clientSecret);
    }

    confirmPayment(options) {
      return this.confirm(options);
    }

    confirmSetup(options) {
      return this.confirm(options);
    }

    async confirm({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const secret = clientSecret ?? elements?.options.clientSecret;
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

    async handleNextAction({ clientSecret }) {
      const { id } = pathOf(clientSecret);
      const found = await this.retrieve(clientSecret);
      return found.error ? found : this.follow(found[nameOf(id)], clientSecret);
    }

    /** Has the owner of the card answer to its bank, where that is asked for. */
    async follow(intent, clientSecret) {
      const { id } = pathOf(clientSecret);
      if (intent.status !== 'requires_action') return { [nameOf(id)]: intent };
      await this.challenge(id, clientSecret);
      const found = await this.retrieve(clientSecret);
      const now = found[nameOf(id)];
      const error = now?.last_payment_error ?? now?.last_setup_error;
      return error && now.status === 'requires_payment_method' ? { error } : found;
    }

    challenge(id, clientSecret) {
      return new Promise((resolve) => {
        const dialog = document.createElement('dialog');
        dialog.style.cssText = 'border:0;padding:0;border-radius:12px;width:min(400px,92vw)';
        const frame = newFrame(`/v3/challenge/${id}?locale=${this.locale}`, texts[this.locale].challenge);
        frame.style.height = '280px';
        const stop = hear(frame, (data) => {
          if (data.kind === 'ready')
            frame.contentWindow.postMessage(
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
        // Who leaves has not answered: the intent goes on asking.
        dialog.addEventListener('close', close);
        dialog.append(frame);
        document.body.append(dialog);
        dialog.showModal();
      });
    }
  }

  window.Stripe = Object.assign((key, options) => new Gateway(key, options), { version: 3 });
})();
