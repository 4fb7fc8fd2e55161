import { useLingui } from '@lingui/react/macro'
import { InstallWay } from '#blocks/install/install-way.tsx'
import { useInstallation } from '#ui/installation.ts'
import { useWorkplace } from '../workplace.ts'
import { Section } from './section.tsx'

/** The app on this phone's home screen: whether it is there, and how it gets there. */
export function InstallSection() {
  const { t } = useLingui()
  const { db } = useWorkplace()
  const installed = useInstallation((state) => state.way === 'installed')
  return (
    <Section id="install" icon="phone" title={t`Install on this phone`}>
      {installed ? null : <p className="dim">{t`Opens from your home screen, even offline.`}</p>}
      <InstallWay db={db} />
    </Section>
  )
}
