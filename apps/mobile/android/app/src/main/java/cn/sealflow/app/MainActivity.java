package cn.sealflow.app;

import android.content.Intent;
import android.os.Build;
import android.os.Bundle;
import android.os.SystemClock;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebView;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.WebViewListener;

public class MainActivity extends BridgeActivity {

    /** Says that the app could not be opened, and links to its start. */
    private static final String NOT_OPENED_PAGE = "/web-view-too-old.html";

    /** Of the process, which outlives its page's. */
    private static final RendererCrashes CRASHES = new RendererCrashes();

    private boolean isVisible;

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // A note that was pressed before stands in the intent of an activity that is made anew: it is not pressed again.
        if (savedInstanceState != null || isFromRecents()) {
            setIntent(new Intent(getIntent()).replaceExtras((Bundle) null));
        }
        // Edge to edge creates the window's decor. It takes its background from the theme that is set by then, which would
        // be that of the splash.
        setTheme(R.style.AppTheme_NoActionBar);
        // Android 15 does so by itself.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
        // Legitimate overlays, such as a filter of blue light, would end all touches below; hidden, they end none.
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) getWindow().setHideOverlayWindows(true);
        // A phone whose WebView is just being renewed has none: Capacitor says so in its place.
        if (getBridge() == null) return;
        WebView page = getBridge().getWebView();
        // Until the page paints there would be a white sheet, also in the dark.
        page.setBackgroundColor(getColor(R.color.page));
        // A touch through another app's window is no touch of the person's. Android 12 stops it below opaque windows alone.
        page.setFilterTouchesWhenObscured(true);
        getBridge().addWebViewListener(new Renewal());
        if (CRASHES.isLoop(SystemClock.elapsedRealtime())) page.loadUrl(getBridge().getLocalUrl() + NOT_OPENED_PAGE);
    }

    @Override
    public void onStart() {
        super.onStart();
        isVisible = true;
    }

    @Override
    public void onStop() {
        isVisible = false;
        super.onStop();
    }

    private boolean isFromRecents() {
        return (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
    }

    /** A page that took more memory than there is ends alone; without this the system ends the whole app. */
    private final class Renewal extends WebViewListener {

        @Override
        public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
            // Out of sight the system takes the memory for others, which is no fault of the page.
            if (isVisible) CRASHES.add(SystemClock.elapsedRealtime());
            recreate();
            return true;
        }
    }
}
