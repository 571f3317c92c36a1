import { useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import { brandName } from '../../ui/brand.ts';
import { Logo } from '../../ui/components/logo.tsx';
import { useApp } from '../context.ts';

interface HomeLinkProps extends Pick<LinkProps, 'preload'> {
  className: string;
  logoClassName?: string;
}

/** The logo as the way home. Its name begins with what is written on it, so that it can be called by that (WCAG 2.5.3). */
export function HomeLink({ className, logoClassName = '', ...link }: HomeLinkProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  return (
    <Link to="/" aria-label={`${brandName[locale]}, ${t`홈으로`}`} className={className} {...link}>
      <Logo locale={locale} className={logoClassName} />
    </Link>
  );
}
