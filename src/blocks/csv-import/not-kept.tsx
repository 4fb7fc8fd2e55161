import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FailureNote } from '#ui/failure-note.tsx'

type Props = {
  readonly code: string
  /** Back to the choice of a file, where an import that was kept can be continued. */
  readonly onAgain: () => void
}

/** Why rows of an import could not be written on this phone, and what to do next. */
export function NotKept({ code, onAgain }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const step = nextStep(code)
  return (
    <div className="stack">
      <FailureNote code={code} />
      {step ? <p>{translate(step)}</p> : null}
      <Button variant="default" onClick={onAgain}>
        {t`Choose another file`}
      </Button>
    </div>
  )
}
