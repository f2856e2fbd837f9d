/** Size limit for reading one conversation, or a packed file. */
export const maxConversationBytes = 64 * 1024 * 1024;
/** Size limit for reading a list of conversations, however small it is packed. */
export const maxListBytes = 4 * 1024 * 1024 * 1024;
