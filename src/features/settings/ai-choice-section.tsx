import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { loadAdministrationMessages } from '#i18n/language.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Section } from './section.tsx'

/** It works only with the server: neither it nor its words are stored on the phone. */
const AiChoiceSheet = lazyComponent(async () => {
  const [{ AiChoiceSheet: Sheet }] = await Promise.all([
    import('./ai/ai-choice-sheet.tsx'),
    loadAdministrationMessages(),
  ])
  return Sheet
})

/** Where the consent to AI is withdrawn or given, whatever it was asked for; the server is asked with the first touch. */
export function AiChoiceSection() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Section id="ai" icon="info" title={t`Use of AI`}>
      <p className="dim">{t`AI gets something only if you agreed, and only when you ask it. You can withdraw at any time.`}</p>
      <Button variant="default" onClick={() => setOpen(true)}>{t`Change my choice`}</Button>
      {open ? (
        <Suspense>
          <AiChoiceSheet onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
