import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import type { Cents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { smsLink, whatsAppLink } from '#domain/receipts/share-text.ts'
import { Icon } from '#ui/icon.tsx'

type Props = { readonly name: string; readonly phone: string; readonly owed: Cents }

/** Opens a chat or an SMS with a friendly reminder of what is owed; the person sends it. */
export function RemindButtons({ name, phone, owed }: Props) {
  const { t } = useLingui()
  const { company } = useAppContext()
  const seller = company?.name ?? ''
  const sum = moneyText(owed).replaceAll('\u00A0', ' ')
  const text =
    name === ''
      ? t`Hello. A reminder from ${seller}: ${sum} is still to be paid. Thank you!`
      : t`Hello ${name}. A reminder from ${seller}: ${sum} is still to be paid. Thank you!`
  return (
    <div className="actions">
      <Button
        component="a"
        variant="default"
        href={whatsAppLink(phone, text)}
        target="_blank"
        rel="noreferrer"
        leftSection={<Icon name="mail" size={18} />}
        aria-label={t`Remind by WhatsApp`}
      >
        WhatsApp
      </Button>
      <Button
        component="a"
        variant="default"
        href={smsLink(phone, text)}
        leftSection={<Icon name="phone" size={18} />}
        aria-label={t`Remind by SMS`}
      >
        SMS
      </Button>
    </div>
  )
}
