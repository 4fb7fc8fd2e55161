import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { memo } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#i18n/language.ts'
import classes from './appearance-settings.module.css'
import { Icon } from './icon.tsx'
import { type ColorScheme, usePreferences } from './preferences.ts'

/** Language and colours of this device. */
export const AppearanceSettings = memo(function AppearanceSettings() {
  const { t } = useLingui()
  const { language, setLanguage, colorScheme, setColorScheme } = usePreferences()
  const schemes: { value: ColorScheme; label: string }[] = [
    { value: 'auto', label: t`Same as phone` },
    { value: 'light', label: t({ context: 'colours', message: 'Light' }) },
    { value: 'dark', label: t({ context: 'colours', message: 'Dark' }) },
  ]
  return (
    <>
      <div className={classes.choice}>
        <span className={classes.label} id="choose-language">
          <Icon name="globe" /> {t`Language`}
        </span>
        <SegmentedControl<Language>
          fullWidth
          aria-labelledby="choose-language"
          value={language}
          onChange={setLanguage}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </div>
      <div className={classes.choice}>
        <span className={classes.label} id="choose-colours">
          <Icon name="contrast" /> {t`Theme`}
        </span>
        <SegmentedControl<ColorScheme>
          fullWidth
          aria-labelledby="choose-colours"
          value={colorScheme}
          onChange={setColorScheme}
          data={schemes}
        />
      </div>
    </>
  )
})
