import { LookChoices } from '#ui/look-choices.tsx'

/** Language and colours. They name themselves, so the card needs no heading. */
export function LookSection() {
  return (
    <section className="card stack">
      <LookChoices />
    </section>
  )
}
