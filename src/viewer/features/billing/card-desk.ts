/** Where a page takes cards: the card processor's script, its fields, and what becomes of a card that was entered. */
import type { SavedCard } from '../../../contract/account/billing.ts';
import type { Answer } from '../../../ui/api-client.ts';
import type { AppContext } from '../../context.ts';
import { inTime } from '../../in-time.ts';

interface ProcessorError {
  /** `validation_error`: the fields say themselves what is wrong with them. */
  type?: string;
  message?: string;
}

export interface CardElement {
  mount(place: HTMLElement): void;
  destroy(): void;
  on(kind: 'ready', handler: () => void): unknown;
  focus(): void;
}

export interface CardElements {
  create(kind: 'payment', options?: object): CardElement;
}

/** As much of the interface of Stripe.js as is used; the simulated processor's script has the same. */
export interface CardProcessor<Elements extends CardElements = CardElements> {
  elements(options: { clientSecret: string }): Elements;
  confirmSetup(options: {
    elements: Elements;
    confirmParams: { return_url: string };
    redirect: 'if_required';
  }): Promise<{ error?: ProcessorError }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: ProcessorError }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { locale: 'ko' | 'en' }) => CardProcessor;
  }
}

/** The processor refused the card that was entered; its words are for the one who entered it, and empty where its fields say it. */
export class CardRefused extends Error {}

type Setup = Answer<'POST /api/account/cards/setups'>['data'];
interface Opened {
  setup: Setup;
  processor: CardProcessor;
}

/** Runs the processor's script, once. */
function loadScript(url: string): Promise<void> {
  if (window.Stripe) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the card processor’s script could not be loaded'));
    };
    document.head.append(script);
  });
}

export class CardDesk {
  private readonly context: AppContext;
  private opened: Promise<Opened> | undefined;
  private fields: { elements: CardElements; element: CardElement } | undefined;
  /** The bank has said yes to what was entered; it only has to be saved. */
  private confirmed = false;

  constructor(context: AppContext) {
    this.context = context;
  }

  /** The processor's script and a setup for one card. After a failure, the next call tries again. */
  private open(): Promise<Opened> {
    this.opened ??= this.begin().catch((error) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async begin(): Promise<Opened> {
    const { api, locale } = this.context;
    const { data: setup } = await api('POST /api/account/cards/setups');
    await inTime(loadScript(setup.script_url));
    if (!window.Stripe) throw new Error('the card processor’s script did not run');
    return { setup, processor: window.Stripe(setup.publishable_key, { locale }) };
  }

  /** Shows the fields of a new card. */
  async mount(place: HTMLElement, isWanted: () => boolean): Promise<void> {
    const { setup, processor } = await this.open();
    if (!isWanted()) return;
    const elements = processor.elements({ clientSecret: setup.client_secret });
    const element = elements.create('payment');
    this.fields = { elements, element };
    this.confirmed = false;
    await inTime(
      new Promise<void>((resolve) => {
        element.on('ready', resolve);
        element.mount(place);
      }),
    );
  }

  unmount(): void {
    this.fields?.element.destroy();
    this.fields = undefined;
  }

  focus(): void {
    this.fields?.element.focus();
  }

  /** Saves the card that was entered: from now on it is charged. `forCheckout`: once what it is entered for is paid. */
  async save({ forCheckout = false } = {}): Promise<SavedCard> {
    const { setup, processor } = await this.open();
    if (!this.fields) throw new CardRefused('');
    if (!this.confirmed) {
      const { error } = await processor.confirmSetup({
        elements: this.fields.elements,
        confirmParams: { return_url: window.location.href },
        redirect: 'if_required',
      });
      if (error) throw new CardRefused(error.type === 'validation_error' ? '' : (error.message ?? ''));
      this.confirmed = true;
    }
    const { data } = await this.context.api('POST /api/account/cards', {
      body: { setup_id: setup.setup_id, for_checkout: forCheckout },
    });
    // The next card needs a setup of its own.
    this.opened = undefined;
    return data;
  }

  /** Has the owner of the card answer to its bank. What came of it, the server is asked. */
  async askOwner(clientSecret: string): Promise<void> {
    const { processor } = await this.open();
    await processor.handleNextAction({ clientSecret });
  }
}
