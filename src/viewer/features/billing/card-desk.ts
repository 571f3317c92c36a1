/** Card entry of a page: the card processor's script, its fields, and saving the card. */
import type { SavedCard } from '../../../contract/account/billing.ts';
import type { Answer } from '../../../ui/api-client.ts';
import { inTime } from '../../../ui/in-time.ts';
import type { AppContext } from '../../context.ts';

interface ProcessorError {
  type?: string;
  code?: string;
  decline_code?: string;
  message?: string;
}

/** Refusals that the processor's fields show by themselves, beside those of their input (`validation_error`). */
const shownByFields = new Set([
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'incorrect_number',
]);

/** The message of a refusal for the page; empty where the fields show it. */
const messageFor = ({ type, code, decline_code, message = '' }: ProcessorError): string =>
  type === 'validation_error' || shownByFields.has(decline_code ?? code ?? '') ? '' : message;

/** The look of the processor's fields: in the colors of the page around them. */
interface Appearance {
  theme: 'night';
  variables: {
    colorPrimary: string;
    colorBackground: string;
    colorText: string;
    colorTextSecondary: string;
    colorDanger: string;
  };
}

function appearanceOf(page: Element): Appearance {
  const styles = getComputedStyle(page);
  const color = (name: string) => styles.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: 'night',
    variables: {
      colorPrimary: color('jade'),
      colorBackground: color('surface'),
      colorText: color('text'),
      colorTextSecondary: color('quiet'),
      colorDanger: color('rose'),
    },
  };
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

/** The used part of the interface of Stripe.js. The simulated processor's script has the same. */
export interface CardProcessor<Elements extends CardElements = CardElements> {
  elements(options: { clientSecret: string; appearance: Appearance }): Elements;
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
  /** The bank has confirmed the entered card. The card is not saved yet. */
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
    const elements = processor.elements({
      clientSecret: setup.client_secret,
      appearance: appearanceOf(document.documentElement),
    });
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

  /** Saves the card that was entered: from now on it is charged. `forCheckout`: once its checkout is paid. */
  async save({ forCheckout = false } = {}): Promise<SavedCard> {
    const { setup, processor } = await this.open();
    if (!this.fields) throw new CardRefused('');
    if (!this.confirmed) {
      const { error } = await processor.confirmSetup({
        elements: this.fields.elements,
        confirmParams: { return_url: window.location.href },
        redirect: 'if_required',
      });
      if (error) throw new CardRefused(messageFor(error));
      this.confirmed = true;
    }
    const { data } = await this.context.api('POST /api/account/cards', {
      body: { setup_id: setup.setup_id, for_checkout: forCheckout },
    });
    // The next card needs a setup of its own.
    this.opened = undefined;
    return data;
  }

  /** Shows the bank's question to the card's owner. The server knows the result. */
  async askOwner(clientSecret: string): Promise<void> {
    const { processor } = await this.open();
    await processor.handleNextAction({ clientSecret });
  }
}
