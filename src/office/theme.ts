/** The office's look: white, dense, our accents. The only place of the office where a colour or a size is written. */
import type { CheckboxProps } from '@mui/material';
import { koKR } from '@mui/material/locale';
import { createTheme } from '@mui/material/styles';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';
import type { Locale } from '../contract/errors.ts';

const accents = ['vermilion', 'jade', 'gold', 'rose', 'sky', 'grey'] as const;
export type Accent = (typeof accents)[number];
export type Mode = 'light' | 'dark';

/** The accents by theme; `ink` is the tone for text on `soft` and on the ground (at least 4.5:1). */
const tones: Record<Mode, Record<Accent, { plain: string; ink: string; soft: string }>> = {
  light: {
    vermilion: { plain: '#ff5c3e', ink: '#c23216', soft: '#fff1ee' },
    jade: { plain: '#2ec4a6', ink: '#0b7d68', soft: '#e6f8f4' },
    gold: { plain: '#f2b84b', ink: '#8f5b00', soft: '#fdf4e2' },
    rose: { plain: '#f0567a', ink: '#c42b52', soft: '#feeef2' },
    sky: { plain: '#5aa9ff', ink: '#1767bf', soft: '#eaf3ff' },
    grey: { plain: '#8b95a1', ink: '#5b6570', soft: '#f3f5f7' },
  },
  dark: {
    vermilion: { plain: '#ff5c3e', ink: '#ff8a73', soft: '#3a1c16' },
    jade: { plain: '#2ec4a6', ink: '#4fd6bb', soft: '#10302a' },
    gold: { plain: '#f2b84b', ink: '#f2b84b', soft: '#33270f' },
    rose: { plain: '#f0567a', ink: '#ff8ba6', soft: '#3a1720' },
    sky: { plain: '#5aa9ff', ink: '#7fbdff', soft: '#12283f' },
    grey: { plain: '#8b95a1', ink: '#a9b2bd', soft: '#222931' },
  },
};

const tone = (name: Accent, part: 'plain' | 'ink' | 'soft') => `var(--${name}-${part})`;
const variables = (mode: Mode) =>
  Object.fromEntries(
    accents.flatMap((name) =>
      (['plain', 'ink', 'soft'] as const).map((part) => [`--${name}-${part}`, tones[mode][name][part]]),
    ),
  );

/** The accents as the theme of the moment has them. */
export const accent = Object.fromEntries(
  accents.map((name) => [
    name,
    { plain: tone(name, 'plain'), ink: tone(name, 'ink'), soft: tone(name, 'soft') },
  ]),
) as Record<Accent, { plain: string; ink: string; soft: string }>;

/** The accents of a theme as colours, for what mixes them itself: a chart cannot mix variables. */
export const tonesOf = (mode: Mode) => tones[mode];

const grounds: Record<Mode, { paper: string; raised: string; ink: string; line: string; onAccent: string }> =
  {
    light: { paper: '#ffffff', raised: '#ffffff', ink: '#14181d', line: '#e3e7eb', onAccent: '#ffffff' },
    dark: { paper: '#0b0d10', raised: '#14181d', ink: '#f4f6f8', line: '#2b333d', onAccent: '#0b0d10' },
  };

const base = createTheme();
/** The office's fonts, for drawings outside of the theme. */
export const fonts =
  '"Pretendard Variable", Pretendard, -apple-system, BlinkMacSystemFont, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", system-ui, sans-serif';
const focusRing = { outline: `2px solid ${accent.jade.ink}`, outlineOffset: '2px' };

function makeTheme(mode: Mode): RaThemeOptions {
  const { paper, raised, ink, line, onAccent } = grounds[mode];
  const own = tones[mode];
  const defaults = mode === 'light' ? defaultLightTheme : defaultDarkTheme;
  return {
    ...defaults,
    palette: {
      mode,
      primary: { main: own.vermilion.ink, light: own.vermilion.plain, contrastText: onAccent },
      secondary: { main: own.jade.ink, light: own.jade.plain, contrastText: onAccent },
      success: { main: own.jade.ink, contrastText: onAccent },
      warning: { main: own.gold.ink, contrastText: onAccent },
      error: { main: mode === 'light' ? '#c0261c' : '#ff8a80', contrastText: onAccent },
      info: { main: own.sky.ink, contrastText: onAccent },
      text: { primary: ink, secondary: own.grey.ink },
      divider: line,
      background: { default: paper, paper: raised },
      ...(mode === 'dark'
        ? { grey: { 50: '#1c2229', 100: '#222931', 200: '#2b333d', 300: '#3a4450', 400: '#55606c' } }
        : {}),
    },
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: fonts,
      fontSize: 13,
      h4: { fontSize: 28, fontWeight: 700, lineHeight: 1.25 },
      h5: { fontSize: 22, fontWeight: 700, lineHeight: 1.25 },
      h6: { fontSize: 18, fontWeight: 700, lineHeight: 1.25 },
      subtitle1: { fontSize: 16, fontWeight: 600 },
      subtitle2: { fontSize: 14, fontWeight: 600 },
      body1: { fontSize: 14 },
      body2: { fontSize: 14 },
      caption: { fontSize: 12 },
      button: { fontSize: 14, fontWeight: 600, textTransform: 'none' },
    },
    sidebar: { width: 208, closedWidth: 48 },
    components: {
      ...defaults.components,
      MuiCheckbox: {
        // A name given to a checkbox goes to its box, where no screen reader looks, instead of its input.
        defaultProps: {
          slotProps: {
            root: { 'aria-label': undefined },
            input: (checkbox: CheckboxProps) => ({ 'aria-label': checkbox['aria-label'] }),
          },
        },
      },
      MuiCssBaseline: {
        styleOverrides: {
          // The focused element is not scrolled under the bar.
          ':root': { colorScheme: mode, scrollPaddingTop: '56px', ...variables(mode) },
          body: {
            wordBreak: 'keep-all',
            overflowWrap: 'anywhere',
            fontVariantNumeric: 'tabular-nums',
            WebkitFontSmoothing: 'antialiased',
          },
          ':focus-visible': focusRing,
          // The system replaces all colors, except those of drawings.
          '@media (forced-colors: active)': {
            'svg text': { fill: 'CanvasText !important' },
            '.MuiTab-root.Mui-selected, .MuiToggleButton-root.Mui-selected, .MuiMenuItem-root.Mui-selected': {
              forcedColorAdjust: 'none',
              backgroundColor: 'Highlight !important',
              color: 'HighlightText !important',
            },
          },
          '@media (prefers-contrast: more)': {
            '.MuiOutlinedInput-notchedOutline, .MuiTableCell-root': {
              borderColor: 'currentColor !important',
            },
          },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              transitionDuration: '0.01ms !important',
            },
          },
        },
      },
      MuiAppBar: {
        defaultProps: { color: 'inherit', elevation: 0 },
        styleOverrides: { root: { borderBottom: `1px solid ${line}`, backgroundColor: raised, color: ink } },
      },
      // A size says nothing of a heading's level; where it is one, the page says so.
      MuiTypography: {
        defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } },
      },
      // Not a paragraph: the reader's paragraph spacing would leave a gap below it, in menus above all.
      MuiListItemText: { defaultProps: { slotProps: { secondary: { component: 'span' } } } },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiButtonBase: { styleOverrides: { root: { '&.Mui-focusVisible': focusRing } } },
      MuiTextField: {
        defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
      },
      MuiFormControl: {
        defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
      },
      // Labels at 12 px, the smallest size there is; the notch is as wide as they are then.
      MuiInputLabel: {
        styleOverrides: {
          root: {
            fontSize: 14,
            '&.MuiInputLabel-outlined.MuiInputLabel-shrink': {
              transform: 'translate(14px, -9px) scale(0.857)',
            },
            '&.Mui-focused:not(.Mui-error)': { color: accent.jade.ink },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            fontSize: 14,
            backgroundColor: raised,
            '& legend': { fontSize: '0.857em' },
            '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
              borderColor: accent.jade.ink,
            },
          },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2 } } },
      MuiTableCell: {
        styleOverrides: {
          root: {
            borderBottomColor: line,
            fontSize: 14,
            '&.MuiTableCell-paddingCheckbox': { padding: '0 4px 0 8px' },
          },
          sizeSmall: { padding: '0 10px', height: 36 },
          head: { color: accent.grey.ink, fontWeight: 600, whiteSpace: 'nowrap', backgroundColor: raised },
        },
      },
      MuiTableRow: { styleOverrides: { root: { height: 36 } } },
      MuiPaper: { defaultProps: { elevation: 0 } },
      // Its choices lie over the page, as a menu's do.
      MuiAutocomplete: { defaultProps: { slotProps: { paper: { elevation: 8 } } } },
      MuiCard: { styleOverrides: { root: { border: `1px solid ${line}`, borderRadius: 10 } } },
      MuiDialog: { styleOverrides: { paper: { borderRadius: 10 } } },
      MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '6px 14px', fontSize: 14 } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
      MuiChip: { styleOverrides: { root: { borderRadius: 6 } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: 12, color: paper, backgroundColor: ink } } },
      RaDataTable: {
        styleOverrides: { root: { '& .RaDataTable-headerCell': { fontSize: 12 } } },
      },
      RaList: {
        styleOverrides: {
          root: {
            '& .RaList-main': { minWidth: 0, overflowX: 'clip' },
            '& .RaList-content': { border: `1px solid ${line}`, borderRadius: 10, overflow: 'hidden' },
            [base.breakpoints.down('sm')]: { '& .RaList-content': { borderRadius: 0, borderWidth: '1px 0' } },
          },
        },
      },
      RaEdit: {
        styleOverrides: { root: { '& .RaEdit-main': { minWidth: 0 }, '& .RaEdit-card': { minWidth: 0 } } },
      },
      RaCreate: {
        styleOverrides: {
          root: { '& .RaCreate-main': { minWidth: 0 }, '& .RaCreate-card': { minWidth: 0 } },
        },
      },
      RaShow: {
        styleOverrides: { root: { '& .RaShow-main': { minWidth: 0 }, '& .RaShow-card': { minWidth: 0 } } },
      },
      RaLayout: {
        styleOverrides: {
          root: {
            minWidth: 0,
            '& .RaLayout-appFrame': { marginTop: 48 },
            '& .RaLayout-content': {
              minWidth: 0,
              padding: '8px 16px 24px',
              backgroundColor: raised,
              [base.breakpoints.down('sm')]: { padding: '8px 8px 24px' },
            },
          },
        },
      },
      RaMenu: {
        styleOverrides: {
          root: {
            '& .MuiMenuItem-root': {
              minHeight: 36,
              padding: '4px 16px',
              fontSize: 14,
              margin: '1px 8px',
              borderRadius: 6,
              color: ink,
              '&[aria-current]': {
                color: accent.vermilion.ink,
                backgroundColor: accent.vermilion.soft,
                fontWeight: 600,
              },
              '& .MuiListItemIcon-root': { minWidth: 32, color: 'inherit' },
            },
          },
        },
      },
      RaSidebar: {
        styleOverrides: {
          root: { '& .RaSidebar-fixed': { borderRight: `1px solid ${line}`, height: '100vh' } },
        },
      },
      RaNotFound: { styleOverrides: { root: { '& .RaNotFound-message': { opacity: 1 } } } },
      RaToolbar: {
        styleOverrides: {
          root: {
            backgroundColor: raised,
            borderTop: `1px solid ${line}`,
            padding: '8px 16px',
            minHeight: 52,
          },
        },
      },
      RaLabeled: { styleOverrides: { root: { '& .RaLabeled-label': { fontSize: 12 } } } },
    },
  };
}

/** With MUI's own words in Korean; without, they are English. */
function inKorean(theme: RaThemeOptions): RaThemeOptions {
  const components: Record<string, { defaultProps?: object }> = { ...theme.components };
  for (const [name, { defaultProps }] of Object.entries(koKR.components ?? {}))
    components[name] = {
      ...components[name],
      defaultProps: { ...defaultProps, ...components[name]?.defaultProps },
    };
  return { ...theme, components };
}

const english = { light: makeTheme('light'), dark: makeTheme('dark') };
const korean = { light: inKorean(english.light), dark: inKorean(english.dark) };

/** The light and the dark theme in a language. */
export const themesIn = (locale: Locale): Record<Mode, RaThemeOptions> =>
  locale === 'ko' ? korean : english;
