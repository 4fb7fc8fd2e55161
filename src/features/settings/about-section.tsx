import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const LicencesSheet = lazyComponent(async () => (await import('./licences-sheet.tsx')).LicencesSheet)

/** The version of the app, and the licences of its packages. */
export function AboutSection() {
  const { t } = useLingui()
  const [reading, setReading] = useState(false)
  return (
    <Section id="about" icon="info" title={t`About Risiti`}>
      <dl className={classes.facts}>
        <dt>{t`Version`}</dt>
        <dd>{RISITI_VERSION}</dd>
      </dl>
      <Button variant="default" onClick={() => setReading(true)}>
        {t`Licences`}
      </Button>
      {reading ? (
        <Suspense>
          <LicencesSheet onClose={() => setReading(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
