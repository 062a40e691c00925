package cn.sealflow.shell;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageInstaller;
import android.content.pm.PackageManager;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.regex.Pattern;

/** A package in the app's own folder, with all checks that must pass before the system gets it. */
final class PackageFile {

    private static final int CHUNK = 256 * 1024;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private final Context context;
    private final File file;
    private final byte[] hash;

    private PackageFile(Context context, File file, byte[] hash) {
        this.context = context;
        this.file = file;
        this.hash = hash;
    }

    /** Resolves a path of the filesystem plugin's directory without backup, which on Android is the files folder. */
    static PackageFile inside(Context context, String path, String sha256) throws Refusal, IOException {
        if (sha256 == null || !HASH.matcher(sha256).matches()) throw new Refusal(Refusal.HASH_DIFFERS);
        File root = context.getFilesDir().getCanonicalFile();
        File file = new File(root, path == null ? "" : path).getCanonicalFile();
        if (!file.getPath().startsWith(root.getPath() + File.separator) || !file.isFile()) {
            throw new Refusal(Refusal.NOT_FOUND);
        }
        return new PackageFile(context, file, bytesOf(sha256));
    }

    long size() {
        return file.length();
    }

    /** The file, for the provider that shares it with the installer. */
    File file() {
        return file;
    }

    void check() throws Refusal, IOException {
        copy(null);
        PackageManager packages = context.getPackageManager();
        PackageInfo given = packages.getPackageArchiveInfo(file.getPath(), Signers.FLAGS);
        if (given == null || !context.getPackageName().equals(given.packageName)) {
            throw new Refusal(Refusal.PACKAGE_DIFFERS);
        }
        try {
            PackageInfo own = packages.getPackageInfo(context.getPackageName(), Signers.FLAGS);
            Set<?> signers = Signers.of(own);
            if (signers.isEmpty() || !signers.equals(Signers.of(given))) throw new Refusal(Refusal.SIGNER_DIFFERS);
            if (Signers.versionOf(given) <= Signers.versionOf(own)) throw new Refusal(Refusal.NOT_NEWER);
        } catch (PackageManager.NameNotFoundException impossible) {
            throw new Refusal(Refusal.REFUSED);
        }
    }

    /** Hashes the bytes while copying them, because the file may have changed since it was checked. */
    void copyInto(PackageInstaller.Session session) throws Refusal, IOException {
        try (OutputStream out = session.openWrite("base.apk", 0, size())) {
            copy(out);
            session.fsync(out);
        }
    }

    private void copy(OutputStream out) throws Refusal, IOException {
        MessageDigest digest = sha256();
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = new FileInputStream(file)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                digest.update(chunk, 0, read);
                if (out != null) out.write(chunk, 0, read);
            }
        }
        if (!MessageDigest.isEqual(digest.digest(), hash)) throw new Refusal(Refusal.HASH_DIFFERS);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] bytesOf(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int index = 0; index < bytes.length; index += 1) {
            bytes[index] = (byte) Integer.parseInt(hex.substring(2 * index, 2 * index + 2), 16);
        }
        return bytes;
    }
}
