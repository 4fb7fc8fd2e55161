import { useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { AboutSection } from './about-section.tsx'
import { AiChoiceSection } from './ai-choice-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DataSection } from './data-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { InstallSection } from './install-section.tsx'
import { LogoSection } from './logo-section.tsx'
import { NotificationSection } from './notification-section.tsx'
import { PinSection, preparePin } from './pin-section.tsx'
import { PrintingSection } from './printing-section.tsx'
import classes from './settings.module.css'
import { StorageSection } from './storage-section.tsx'
import { TransferSection } from './transfer-section.tsx'
import { UsageSection } from './usage-section.tsx'

/** What is read before the screen opens, so that nothing on it grows. */
export const prepareSettings = preparePin

type SettingsSection = {
  readonly id: string
  readonly Content: ComponentType
  /** Only for users of a company; administrators of the platform have none. */
  readonly inCompany?: true
}

/** Ordered from often changed to rarely opened. A new section is one file and one line here. */
const SECTIONS: readonly SettingsSection[] = [
  { id: 'look', Content: AppearanceSection },
  { id: 'install', Content: InstallSection },
  { id: 'pin', Content: PinSection },
  { id: 'printing', Content: PrintingSection, inCompany: true },
  { id: 'logo', Content: LogoSection, inCompany: true },
  { id: 'notifications', Content: NotificationSection, inCompany: true },
  { id: 'ai', Content: AiChoiceSection, inCompany: true },
  { id: 'safety', Content: TransferSection, inCompany: true },
  { id: 'devices', Content: DevicesSection },
  { id: 'storage', Content: StorageSection },
  { id: 'data', Content: DataSection, inCompany: true },
  { id: 'about', Content: AboutSection },
  // Last: whether it is shown at all is known a moment later than the rest.
  { id: 'usage', Content: UsageSection },
]

/** The settings of the app on this device, its storage, and what can be chosen for the company here. */
export function SettingsScreen() {
  const { t } = useLingui()
  const { company } = useAppContext()
  const shown = SECTIONS.filter(({ inCompany }) => !inCompany || company !== null)
  return (
    <div className={`page stack ${classes.page}`}>
      <h1>{t`Settings`}</h1>
      {shown.map(({ id, Content }) => (
        <Content key={id} />
      ))}
    </div>
  )
}
