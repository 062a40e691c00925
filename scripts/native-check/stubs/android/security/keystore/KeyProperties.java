package android.security.keystore;

public abstract class KeyProperties {

    public static final int PURPOSE_SIGN = 1 << 2;
    public static final int AUTH_BIOMETRIC_STRONG = 1 << 1;
    public static final String KEY_ALGORITHM_HMAC_SHA256 = "HmacSHA256";
}
