import { AppearanceSettings } from '#ui/appearance-settings.tsx'

/** Language and colours. Their labels are enough, so the card has no heading. */
export function AppearanceSection() {
  return (
    <section className="card stack">
      <AppearanceSettings />
    </section>
  )
}
