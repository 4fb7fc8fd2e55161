import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'

type Props = {
  readonly provider: string
  readonly country: string
  readonly busy: boolean
  /** `text` is what was shown, for the record of the consent. */
  readonly onChoose: (choice: 'granted' | 'declined', text: string) => void
}

/** Asked before anything goes to an AI; both answers weigh the same (spec §4). One consent for every use of AI. */
export function AiConsent({ provider, country, busy, onChoose }: Props) {
  const { t } = useLingui()
  const text = t`May AI put your figures into words and suggest categories of expenses? If you agree, each time you ask, sums, counts and percentages, or what you bought and the names of your categories, are sent to ${provider} in ${country}. Never sent with the figures: names and phone numbers of people, TINs, and what was sold. What you write in a description is sent as it is. You can withdraw at any time, which deletes what was written. Everything else works without it.`
  return (
    <>
      <p>{text}</p>
      <div className="actions">
        <Button
          variant="default"
          loading={busy}
          onClick={() => onChoose('granted', text)}
        >{t`I agree`}</Button>
        <Button
          variant="default"
          loading={busy}
          onClick={() => onChoose('declined', text)}
        >{t`I do not agree`}</Button>
      </div>
    </>
  )
}
