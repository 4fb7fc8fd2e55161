import type { ErrorCode } from '#contract/error-codes.ts'
import type { REPAIRS } from '#contract/repairs.ts'

/** What is not mended at the form in which it was typed. */
export type MendedCode = {
  [Code in ErrorCode]: (typeof REPAIRS)[Code] extends 'at-the-form' ? never : Code
}[ErrorCode]

/** What each refusal says, in English and in Swahili. A new code does not compile without its two sentences. */
export const SENTENCES: Readonly<Record<MendedCode, readonly [en: string, sw: string]>> = {
  TOKEN_EXPIRED: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  TOKEN_MISSING: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  TOKEN_INVALID: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  REFRESH_REFUSED: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  GRANT_REFUSED: [
    'This phone may no longer send by itself. Please log in again',
    'Simu hii hairuhusiwi tena kutuma yenyewe. Tafadhali ingia tena',
  ],
  USER_DISABLED: ['Your user account was disabled', 'Akaunti yako ya mtumiaji imesitishwa'],
  COMPANY_DISABLED: ['Your company was disabled', 'Kampuni yako imesitishwa'],
  COMPANY_BLOCKED_BY_TRA: [
    'Your account has been blocked by TRA. Please contact us for more details.',
    'Akaunti yako imezuiwa na TRA. Tafadhali wasiliana nasi kwa maelezo zaidi.',
  ],
  PASSWORD_CHANGE_REQUIRED: [
    'You must change your password before you continue',
    'Lazima ubadilishe nenosiri kabla ya kuendelea',
  ],
  TOO_MANY_REQUESTS: ['Too many requests', 'Maombi mengi mno'],
  FORBIDDEN: ['You do not have permission for this action', 'Huna ruhusa ya kufanya kitendo hiki'],
  NOT_FOUND: ['The requested information was not found', 'Taarifa iliyoombwa haijapatikana'],
  REQUEST_UNREADABLE: ['The request could not be read', 'Ombi halikuweza kusomwa'],
  REQUEST_INVALID: ['Please check the form fields', 'Tafadhali hakiki sehemu za fomu'],
  REQUEST_TOO_LARGE: ['This is too large to send', 'Hii ni kubwa mno kutumwa'],
  UPGRADE_REQUIRED: [
    'This version of the app is too old to send',
    'Toleo hili la programu ni la zamani mno kutuma',
  ],
  UNAVAILABLE: ['The service is not available now', 'Huduma haipatikani kwa sasa'],
  UNEXPECTED: [
    'An unexpected error occurred. Please try again later',
    'Hitilafu isiyotarajiwa imetokea. Tafadhali jaribu tena baadaye',
  ],
  INVOICE_TOTALS_DIFFER: [
    'The totals on this phone and on the server differ',
    'Jumla za simu hii na za seva zinatofautiana',
  ],
  INVOICE_CHANGED_ELSEWHERE: [
    'Someone changed this invoice on another phone',
    'Mtu mwingine amebadilisha ankara hii kwenye simu nyingine',
  ],
  INVOICE_SUBMITTED_DIFFERENTLY: [
    'This invoice was submitted from another phone with other contents',
    'Ankara hii iliwasilishwa kutoka simu nyingine ikiwa na maudhui mengine',
  ],
  INVOICE_PRODUCT_UNKNOWN: [
    'The server does not know a product on this invoice',
    'Seva haijui bidhaa mojawapo kwenye ankara hii',
  ],
  INVOICE_CUSTOMER_UNKNOWN: [
    'The server does not know the customer on this invoice',
    'Seva haimjui mteja aliye kwenye ankara hii',
  ],
  INVOICE_RATE_UNKNOWN: [
    'A tax rate on this invoice is not in force',
    'Kiwango cha kodi kwenye ankara hii hakitumiki sasa',
  ],
  INVOICE_NOT_FOUND: ['The invoice was not found', 'Ankara haijapatikana'],
  CREDIT_NOTE_TOTAL_DIFFERS: [
    'The refund comes to another amount. Please check it again',
    'Kiasi cha kurudisha ni tofauti. Tafadhali kikague tena',
  ],
  CREDIT_NOTE_NOT_NUMBERED: [
    'Only an invoice that TRA has numbered can be refunded',
    'Ankara iliyopewa namba ya TRA tu ndiyo inaweza kurudishiwa fedha',
  ],
  CREDIT_NOTE_INVOICE_CANCELED: [
    'A canceled invoice can not be refunded',
    'Ankara iliyobatilishwa haiwezi kurudishiwa fedha',
  ],
  CREDIT_NOTE_EMPTY: ['Choose what the customer brings back', 'Chagua anachorudisha mteja'],
  CREDIT_NOTE_LINE_UNKNOWN: ['This item is not on the invoice', 'Kipengee hiki hakipo kwenye ankara'],
  CREDIT_NOTE_TOO_MUCH: [
    'This is more than is left on the invoice',
    'Hii ni zaidi ya kilichobaki kwenye ankara',
  ],
  CREDIT_NOTE_TOO_MANY: [
    'This invoice has too many credit notes',
    'Ankara hii ina hati nyingi mno za marejesho',
  ],
  CREDIT_NOTE_REASON_REQUIRED: ['The reason is required', 'Sababu inahitajika'],
  MAIL_ADDRESS_INVALID: ['Valid email required', 'Barua pepe sahihi inahitajika'],
  MAIL_INVOICE_NOT_NUMBERED: [
    'Only a submitted invoice can be emailed',
    'Ankara iliyowasilishwa tu ndiyo inaweza kutumwa kwa barua pepe',
  ],
  MAIL_INVOICE_CANCELED: [
    'A canceled invoice can not be emailed',
    'Ankara iliyobatilishwa haiwezi kutumwa kwa barua pepe',
  ],
  MAIL_TOO_MANY: [
    'This invoice was emailed too many times',
    'Ankara hii imetumwa kwa barua pepe mara nyingi mno',
  ],
  INVOICE_NOT_REPAIRABLE: ['This receipt can not be repaired', 'Risiti hii haiwezi kurekebishwa'],
  CLOCK_BEHIND_LAST_RECEIPT: [
    'The server clock is behind the last receipt',
    'Saa ya seva iko nyuma ya risiti ya mwisho',
  ],
  FISCAL_IDENTITY_MISSING: [
    'Your company is not yet registered to issue receipts at TRA',
    'Kampuni yako bado haijasajiliwa TRA kutoa risiti',
  ],
  FISCAL_NUMBERING_HELD: [
    'Receipt numbers are held for a check after a restore',
    'Utoaji wa namba za risiti umesimamishwa kwa ukaguzi baada ya seva kurejeshwa',
  ],
  CUSTOMER_NAME_REQUIRED: ['Please enter a customer name', 'Tafadhali weka jina la mteja'],
  CUSTOMER_NAME_TOO_LONG: ['The name is too long', 'Jina ni refu mno'],
  CUSTOMER_ID_DUPLICATED: [
    'Customer identification number duplicated',
    'Namba ya kitambulisho cha mteja imejirudia',
  ],
  CUSTOMER_VRN_DUPLICATED: [
    'Customer VAT registration number duplicated',
    'Namba ya usajili wa VAT ya mteja imejirudia',
  ],
  CUSTOMER_NOT_FOUND: ['Customer not found', 'Mteja hajapatikana'],
  PRODUCT_NAME_REQUIRED: ['Please enter a product name', 'Tafadhali weka jina la bidhaa'],
  PRODUCT_NAME_TOO_LONG: ['The name is too long', 'Jina ni refu mno'],
  PRODUCT_UNIT_TOO_LONG: ['The unit is too long', 'Kipimo ni kirefu mno'],
  PRODUCT_TAX_TYPE_REQUIRED: ['Please choose a tax type', 'Tafadhali chagua aina ya kodi'],
  PRODUCT_PRICE_INVALID: ['Please enter a valid price', 'Tafadhali weka bei sahihi'],
  PRODUCT_NOT_FOUND: ['The product was not found', 'Bidhaa haijapatikana'],
  OPERATION_UNKNOWN: ['The server does not know this kind of change', 'Seva haijui aina hii ya badiliko'],
  OPERATION_INVALID: ['The server could not read this change', 'Seva haikuweza kusoma badiliko hili'],
  OPERATION_REUSED: [
    'This change was already sent with other contents',
    'Badiliko hili lilishatumwa likiwa na maudhui mengine',
  ],
  OPERATION_WRONG_ACCOUNT: ['This change belongs to another account', 'Badiliko hili ni la akaunti nyingine'],
  OPERATION_DEPENDENCY_REFUSED: [
    'This waits for another change that was refused',
    'Hili linasubiri badiliko lingine lililokataliwa',
  ],
  TRA_SIGNATURE_REFUSED: [
    'TRA could not read the receipt or its signature',
    'TRA haikuweza kusoma risiti au saini yake',
  ],
  TRA_TIN_REFUSED: ['TRA refused the TIN of the company', 'TRA imekataa TIN ya kampuni'],
  TRA_NOT_APPROVED: [
    'TRA has not approved the company for electronic receipts',
    'TRA bado haijaidhinisha kampuni kutoa risiti za kielektroniki',
  ],
  TRA_UNHANDLED: ['TRA had an error of its own', 'TRA ilipata hitilafu yake yenyewe'],
  TRA_SERIAL_REFUSED: [
    'TRA refused the serial number of the certificate',
    'TRA imekataa namba ya mfululizo ya cheti',
  ],
  TRA_CLIENT_REFUSED: ['TRA refused the header of the message', 'TRA imekataa kichwa cha ujumbe'],
  TRA_CERTIFICATE_REFUSED: ['TRA refused the certificate of the company', 'TRA imekataa cheti cha kampuni'],
  TRA_REFUSED_OTHER: [
    'There an error sending the invoice to TRA',
    'Hitilafu imetokea wakati wa kutuma ankara TRA',
  ],
  TRA_RECEIPT_MISSING: [
    'TRA accepted the receipt, but does not show it yet',
    'TRA imeipokea risiti, lakini bado haijaionyesha',
  ],
  TRA_REGISTRATION_ENDED: [
    'The registration of the company at TRA has ended',
    'Usajili wa kampuni TRA umekwisha',
  ],
  NETWORK_UNREACHABLE: [
    'Network error. Check your connection and try again',
    'Hitilafu ya mtandao. Angalia muunganisho wako kisha ujaribu tena',
  ],
  NETWORK_TOO_SLOW: ['The network is too slow now', 'Mtandao ni wa polepole mno kwa sasa'],
  NETWORK_PORTAL: [
    'This network wants you to sign in to it first',
    'Mtandao huu unataka uingie kwanza kwenye ukurasa wake',
  ],
  ANSWER_UNREADABLE: ['The answer of the server could not be read', 'Jibu la seva halikuweza kusomwa'],
  INVOICE_NO_LINES: ['Add at least one item', 'Ongeza angalau kipengee kimoja'],
  INVOICE_TOTAL_NOT_POSITIVE: ['The total must be greater than 0', 'Jumla iwe zaidi ya 0'],
  INVOICE_TOTAL_TOO_LARGE: [
    'The total is larger than one invoice may have',
    'Jumla ni kubwa kuliko inavyoruhusiwa kwa ankara moja',
  ],
  INVOICE_PAYMENTS_EXCEED_TOTAL: [
    'Total payments greater than total invoice',
    'Jumla ya malipo ni kubwa kuliko jumla ya ankara',
  ],
  INVOICE_PAYMENT_NOT_POSITIVE: ['The amount must be greater than 0', 'Kiasi kiwe zaidi ya 0'],
  INVOICE_PRODUCT_NOT_SAVED: [
    'Please save the product first before submitting the invoice',
    'Tafadhali hifadhi bidhaa kwanza kabla ya kuwasilisha ankara',
  ],
  INVOICE_LINE_DESCRIPTION_REQUIRED: ['Enter a description', 'Weka maelezo'],
  INVOICE_LINE_QUANTITY_REQUIRED: ['Enter a quantity greater than 0', 'Weka idadi iliyo zaidi ya 0'],
  INVOICE_LINE_PRICE_REQUIRED: ['Enter a price greater than 0', 'Weka bei iliyo zaidi ya 0'],
  INVOICE_LINE_RATES_DIFFER: [
    'Items of one tax type must have the same rate',
    'Vipengee vya aina moja ya kodi lazima viwe na kiwango kimoja',
  ],
  INVOICE_CUSTOMER_NAME_REQUIRED: ['Please enter a customer name', 'Tafadhali weka jina la mteja'],
  CUSTOMER_ID_TYPE_REQUIRED: [
    'Please choose an identification type',
    'Tafadhali chagua aina ya kitambulisho',
  ],
  CUSTOMER_TIN_INVALID: ['Please enter a correct TIN number', 'Tafadhali weka namba sahihi ya TIN'],
  CUSTOMER_NIDA_INVALID: ['Enter correct NIDA number', 'Weka namba sahihi ya NIDA'],
  CUSTOMER_ID_INVALID: [
    'Please enter a correct identification number',
    'Tafadhali weka namba sahihi ya kitambulisho',
  ],
  CUSTOMER_PHONE_INVALID: ['Please enter a valid phone number', 'Tafadhali weka namba sahihi ya simu'],
  CUSTOMER_EMAIL_INVALID: ['Valid email required', 'Barua pepe sahihi inahitajika'],
  CUSTOMER_VRN_INVALID: ['Please enter a valid VAT number', 'Tafadhali weka namba sahihi ya VAT'],
  INVOICE_NOT_DRAFT: ['This invoice is no longer a draft', 'Ankara hii si rasimu tena'],
  INVOICE_NOT_SUBMITTED: ['This invoice was not submitted yet', 'Ankara hii bado haijawasilishwa'],
  INVOICE_HAS_CREDIT_NOTES: [
    'An invoice with a refund can not be canceled',
    'Ankara iliyorudishiwa fedha haiwezi kubatilishwa',
  ],
  INVOICE_ALREADY_CANCELED: ['This invoice is already canceled', 'Ankara hii tayari imebatilishwa'],
  INVOICE_CANCEL_REASON_REQUIRED: [
    'Please write why the invoice is canceled',
    'Tafadhali andika sababu ya kubatilisha ankara',
  ],
  EXPENSE_NOT_FOUND: ['The requested information was not found', 'Taarifa iliyoombwa haijapatikana'],
  EXPENSE_CODE_REGISTERED: ['Conflict. Code already registered.', 'Mgongano. Msimbo tayari umesajiliwa.'],
  FILE_INCOMPLETE: ['The file has not arrived in full yet', 'Faili bado halijafika lote'],
  FILE_DAMAGED: ['The file is damaged. Attach it again', 'Faili limeharibika. Liambatishe tena'],
  FILE_TYPE_NOT_ALLOWED: [
    'Wrong file type. Only PDF, PNG or JPG is allowed',
    'Aina ya faili si sahihi. PDF, PNG au JPG pekee inaruhusiwa',
  ],
  EXPENSE_NOT_PENDING: [
    'Only a pending expense can be changed',
    'Gharama inayosubiri pekee ndiyo inaweza kubadilishwa',
  ],
  EXPENSE_CODE_TRA: [
    'The receipt code is not in the TRA form: 6 letters or digits, then the receipt number',
    'Msimbo wa risiti hauko katika muundo wa TRA: herufi au tarakimu 6, kisha namba ya risiti',
  ],
  EXPENSE_CODE_ALNUM9: [
    'The receipt code must have 9 letters or digits',
    'Msimbo wa risiti uwe na herufi au tarakimu 9',
  ],
  EXPENSE_CODE_DIGITS9: ['The receipt code must have 9 digits', 'Msimbo wa risiti uwe na tarakimu 9'],
  EXPENSE_CODE_FREE: [
    'The receipt code must have 3 to 255 characters',
    'Msimbo wa risiti uwe na herufi 3 hadi 255',
  ],
  EXPENSE_CATEGORY_REQUIRED: ['Choose a category', 'Chagua kundi'],
  EXPENSE_DESCRIPTION_LENGTH: [
    'The description must have 3 to 255 characters',
    'Maelezo yawe na herufi 3 hadi 255',
  ],
  EXPENSE_AMOUNT_NOT_POSITIVE: ['The amount must be greater than 0', 'Kiasi kiwe zaidi ya 0'],
  EXPENSE_TOTAL_TOO_LARGE: [
    'This amount is too large for one expense',
    'Kiasi hiki ni kikubwa mno kwa gharama moja',
  ],
  EXPENSE_DATE_INVALID: [
    'Enter a valid date in the form DD-MM-YYYY',
    'Weka tarehe sahihi katika muundo DD-MM-YYYY',
  ],
  EXPENSE_DATE_AHEAD: ['The date is later than today', 'Tarehe hii bado haijafika'],
  EXPENSE_TIME_REQUIRED: ['The time is required', 'Saa inahitajika'],
  EXPENSE_TIME_INVALID: ['Enter a valid time', 'Weka saa sahihi'],
  EXPENSE_RATE_UNKNOWN: [
    'This tax rate is not in force on that day',
    'Kiwango hiki cha kodi hakitumiki siku hiyo',
  ],
  EXPENSE_PAYMENTS_DIFFER: [
    'The total payments must equal the total amount, including VAT',
    'Jumla ya malipo lazima ilingane na jumla ya kiasi, pamoja na VAT',
  ],
  EXPENSE_PAYMENTS_DIFFER_NO_VAT: [
    'The total payments must equal the total amount',
    'Jumla ya malipo lazima ilingane na jumla ya kiasi',
  ],
  VENDOR_NAME_TOO_LONG: [
    'The vendor name must have at most 100 characters',
    'Jina la muuzaji lisizidi herufi 100',
  ],
  VENDOR_TAX_NUMBER_EXACT: [
    'The tax number must have exactly 9 digits',
    'Namba ya mlipakodi iwe na tarakimu 9 kamili',
  ],
  VENDOR_TAX_NUMBER_SHORT: [
    'The tax number must have at least 9 digits',
    'Namba ya mlipakodi iwe na angalau tarakimu 9',
  ],
  VENDOR_VAT_NUMBER_EXACT: [
    'The VAT number must have 9 letters or digits',
    'Namba ya VAT iwe na herufi au tarakimu 9',
  ],
  VENDOR_VAT_NUMBER_SHORT: [
    'The VAT number must have at least 9 letters or digits',
    'Namba ya VAT iwe na angalau herufi au tarakimu 9',
  ],
  VENDOR_PHONE_INVALID: [
    'The phone number must have 9 to 15 digits',
    'Namba ya simu iwe na tarakimu 9 hadi 15',
  ],
  VENDOR_SERIAL_SHORT: [
    'The serial number must have at least 10 letters or digits',
    'Namba ya mfululizo iwe na angalau herufi au tarakimu 10',
  ],
  VENDOR_SERIAL_LONG: [
    'The serial number must have at most 10 letters or digits',
    'Namba ya mfululizo isizidi herufi au tarakimu 10',
  ],
}
