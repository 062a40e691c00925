package cn.sealflow.app;

import android.content.Intent;
import android.os.Build;
import android.os.Bundle;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebView;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.WebViewListener;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // A note that was pressed before stands in the intent of an activity that is made anew: it is not pressed again.
        if (savedInstanceState != null || isFromRecents()) {
            setIntent(new Intent(getIntent()).replaceExtras((Bundle) null));
        }
        // Android 15 does so by itself.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
        // A phone whose WebView is just being renewed has none: Capacitor says so in its place.
        if (getBridge() == null) return;
        // Until the page paints there would be a white sheet, also in the dark.
        getBridge().getWebView().setBackgroundColor(getColor(R.color.page));
        // Android 12 lets no touch through what another app lays over the page; before it has to be asked for.
        if (Build.VERSION.SDK_INT < 31) getBridge().getWebView().setFilterTouchesWhenObscured(true);
        getBridge().addWebViewListener(new Renewal());
    }

    private boolean isFromRecents() {
        return (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
    }

    /** A page that took more memory than there is ends alone; without this the system ends the whole app. */
    private final class Renewal extends WebViewListener {

        @Override
        public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
            recreate();
            return true;
        }
    }
}
