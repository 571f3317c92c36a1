import { Icon } from '../../../ui/components/icon.tsx';

/** What went wrong with a form as a whole. */
export function FailureNote({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-rose/15 px-4 py-3 text-14">
      <Icon name="info" size={20} className="mt-px text-rose" />
      <span>{text}</span>
    </p>
  );
}
