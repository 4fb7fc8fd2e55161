import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const LicencesSheet = lazyComponent(async () => (await import('./licences-sheet.tsx')).LicencesSheet)

/** The version of the app, and the licences of its packages. */
export function AboutSection() {
  const { t } = useLingui()
  const { company } = useAppContext()
  const [reading, setReading] = useState(false)
  return (
    <Section id="about" icon="info" title={t`About Risiti`}>
      <dl className={classes.facts}>
        <dt>{t`Version`}</dt>
        <dd>{RISITI_VERSION}</dd>
      </dl>
      {company === null ? null : (
        <Link to="/dashboard" search={{ tour: 'on' }} className="link-button">
          {t`Start the guided tour`}
        </Link>
      )}
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
