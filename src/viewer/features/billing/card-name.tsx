import { Trans } from '@lingui/react/macro';
import type { SavedCard } from '../../../contract/account/billing.ts';
import { cardBrands } from '../../../ui/card-brands.ts';

/** A card in one line: its brand and last four. */
export const cardWords = ({ brand, last_four }: Pick<SavedCard, 'brand' | 'last_four'>): string =>
  `${cardBrands[brand] ?? brand} ···· ${last_four}`;

/** The same of a card as an invoice names it: `visa 4242`. */
export const namedCard = (text: string): string => {
  const [, brand, last_four] = /^(\S+) (\d{4})$/.exec(text) ?? [];
  return brand && last_four ? cardWords({ brand, last_four }) : text;
};

/** The same, and until when it is good. */
export function CardName({ card }: { card: SavedCard }) {
  const expiry = `${String(card.expiry_month).padStart(2, '0')}/${String(card.expiry_year).slice(-2)}`;
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <span className="block font-semibold">{cardWords(card)}</span>
      <span className="block text-14 text-quiet">
        {card.name && `${card.name} · `}
        <Trans>만료 {expiry}</Trans>
      </span>
    </span>
  );
}
