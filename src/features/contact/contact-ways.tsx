import { useLingui } from '@lingui/react/macro'
import { type ProviderContact, whatsappUrl } from '#domain/contact/provider-contact.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './contact-ways.module.css'

/** The configured contacts of the provider, each opened by a tap. */
export function ContactWays({ contact }: { readonly contact: ProviderContact }) {
  const { t } = useLingui()
  const { phone, whatsapp, email } = contact
  return (
    <ul className={classes.ways}>
      {phone === null ? null : (
        <li>
          <a href={`tel:${phone}`}>
            <Icon name="phone" /> {t`Phone`}: {phoneText(phone)}
          </a>
        </li>
      )}
      {whatsapp === null ? null : (
        <li>
          <a href={whatsappUrl(whatsapp)} rel="noreferrer">
            <Icon name="phone" /> WhatsApp: {phoneText(whatsapp)}
          </a>
        </li>
      )}
      {email === null ? null : (
        <li>
          <a href={`mailto:${email}`}>
            <Icon name="mail" /> {t`Email`}: {email}
          </a>
        </li>
      )}
    </ul>
  )
}
