/** The icon of a QR code, for buttons that open the camera. */
export const QR_OUTLINE =
  'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 18v2h2M18.500 18.500H20V20'
