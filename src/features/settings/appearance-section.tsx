import { AppearanceSettings } from '#ui/appearance-settings.tsx'

/** Language and colours. They name themselves, so the card needs no heading. */
export function AppearanceSection() {
  return (
    <section className="card stack">
      <AppearanceSettings />
    </section>
  )
}
