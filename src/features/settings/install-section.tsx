import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { InstallInstructions } from '#blocks/install/install-instructions.tsx'
import { useInstallation } from '#ui/installation.ts'
import { Section } from './section.tsx'

/** The app on this phone's home screen: whether it is installed, and how to install it. */
export function InstallSection() {
  const { t } = useLingui()
  const { db } = useAppContext()
  const installed = useInstallation((state) => state.method === 'installed')
  return (
    <Section id="install" icon="phone" title={t`Install on this phone`}>
      {installed ? null : <p className="dim">{t`Opens from your home screen, even offline.`}</p>}
      <InstallInstructions db={db} />
    </Section>
  )
}
