import type { FieldRefusal } from '#domain/refusal.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldErrors } from '#ui/use-field-errors.tsx'

/** Why an archived customer was not put back on the list: every reason, whatever its field, and what to do next. */
export function PutBackFailure({ refusals }: { readonly refusals: readonly FieldRefusal<string>[] }) {
  const translate = useTranslate()
  if (refusals.length === 0) return null
  const codes = [...new Set(refusals.map(({ code }) => code))]
  const steps = codes.flatMap((code) => nextStep(code) ?? [])
  return (
    <div className="field-error" role="alert">
      <FieldErrors codes={codes} />
      {steps.map((step) => (
        <div key={step.id}>{translate(step)}</div>
      ))}
    </div>
  )
}
